// Says so in a browser that cannot show the page. Written for old browsers: no modules, nothing new.

(function () {
  var knows =
    "noModule" in HTMLScriptElement.prototype &&
    "withResolvers" in Promise &&
    "groupBy" in Map &&
    CSS.supports("color", "light-dark(red, blue)") &&
    CSS.supports("selector(:has(a))");
  if (knows) return;
  /** @type {Record<string, string>} */
  var sentences = {
    en: "This browser is too old for this page. Please update it, or use another one.",
    nl: "Deze browser is te oud voor deze pagina. Werk hem bij of gebruik een andere.",
    fr: "Ce navigateur est trop ancien pour cette page. Mettez-le à jour ou utilisez-en un autre.",
  };
  var told = document.createElement("p");
  told.className = "too-old";
  told.setAttribute("role", "alert");
  told.textContent = sentences[String(navigator.language).slice(0, 2)] || sentences.en || null;
  document.body.insertBefore(told, document.body.firstChild);
})();
