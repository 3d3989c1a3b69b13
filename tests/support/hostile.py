"""Packs made to do harm: each with the codes of the problems that it must end in, and nothing worse."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from typing import TypeAlias

Files: TypeAlias = "dict[str, bytes]"

INFO = b'id: toys\nversion: "1.0"\nformat: 1\ntitle: Toys\n'
MARK = "this-was-run"
"""A file that appears where a pack could run something."""


def card(*lines: str, kind: str = "rules", name: str = "law") -> str:
    """A card of a kind, with further lines on it."""
    more = "".join(f"    {line}\n" for line in lines)
    return f"format: 1\n{kind}:\n  - id: {name}\n    name: Law\n{more}"


def doing(step: str) -> str:
    """A rule that takes a step when the game starts."""
    return card(f"triggers: [{{when: game.start, do: [{step}]}}]")


def chain(count: int) -> str:
    """Sequences each of which runs the next ten times, in a calendar."""
    runs = (
        ", ".join([f"{{run: s{k + 1}}}"] * 10) if k < count else "{end_game: {}}" for k in range(count + 1)
    )
    sequences = "".join(f"    - {{id: s{k}, do: [{run}]}}\n" for k, run in enumerate(runs))
    return (
        "format: 1\ncalendar:\n  years: 1\n  setup: [{run: s0}]\n  year: [{window: year.end}]\n"
        f"  end: [{{finish: {{}}}}]\n  sequences:\n{sequences}"
    )


def pack(cards: str | bytes, info: bytes = INFO) -> Files:
    return {"pack.yaml": info, "cards.yaml": cards if isinstance(cards, bytes) else cards.encode()}


PRICES = ", ".join(["{good: 12}"] * 3000)
OWNING = "{{for_each: {{players: {{if: {{owns: nothing_{k}}}}}, do: [{{gain: {{vp: 1}}}}]}}}}"
PYTHON = f"!!python/object/apply:os.system ['touch {MARK}']"
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)

CASES: dict[str, tuple[Files, set[str]]] = {
    "latin 1": (pack(card("text: Café").encode("latin-1")), {"yaml.encoding"}),
    "utf 16": (pack(card().encode("utf-16")), {"yaml.encoding"}),
    "empty": (pack(b""), {"yaml.empty"}),
    "only comments": (pack(b"# nothing\n"), {"yaml.empty"}),
    "null bytes": (pack(b"\0" * 1000), {"yaml.character"}),
    "no pack.yaml": ({"cards.yaml": card().encode()}, {"pack.missing"}),
    "empty pack.yaml": (pack(card(), b""), {"yaml.empty"}),
    "a list as pack.yaml": (pack(card(), b"- id: toys\n"), {"schema.type"}),
    "50 MB of cards": (pack(b"format: 1\n" + b"#" * 50_000_000), {"pack.size"}),
    "50 MB of pack.yaml": (pack(card(), INFO + b"#" * 50_000_000), {"pack.size"}),
    "50 MB in many files": (
        {"pack.yaml": INFO, **{f"c{k}.yaml": b"format: 1\n" + b"#" * 1_900_000 for k in range(26)}},
        {"pack.size"},
    ),
    "600 files": ({"pack.yaml": INFO, **{f"c{k}.yaml": b"format: 1\n" for k in range(600)}}, {"pack.size"}),
    "10,000 brackets": (pack(b"[" * 10_000), {"yaml.depth"}),
    "10,000 closed brackets": (pack(b"x: " + b"[" * 10_000 + b"]" * 10_000), {"yaml.depth"}),
    "10,000 maps": (pack("".join(f"{' ' * k}a:\n" for k in range(1200))), {"yaml.depth"}),
    "10,000 dashes": (pack(b"- " * 10_000 + b"x"), {"yaml.depth"}),
    "10,000 steps in each other": (
        pack(doing("{branch: {if: {year: 1}, then: [" * 10_000 + "]}}" * 10_000)),
        {"yaml.depth"},
    ),
    "deep pack.yaml": (pack(card(), INFO + b"requires: " + b"[" * 10_000), {"yaml.depth"}),
    "a million laughs": (pack(LAUGHS), {"yaml.anchor"}),
    "an anchor in itself": (pack("a: &a [*a]\n"), {"yaml.anchor"}),
    "merged maps": (pack("format: 1\nx: &x {a: 1}\ny: {<<: *x}\n"), {"yaml.anchor"}),
    "a Python object": (pack(card(f"text: {PYTHON}")), {"yaml.tag"}),
    "a Python object as a pack": (pack(card(), f"id: {PYTHON}\n".encode()), {"yaml.tag"}),
    "a tag of our own": (
        pack("%TAG ! tag:yaml.org,2002:python/\n---\nx: !object:os.system x\n"),
        {"yaml.tag", "yaml.directive"},
    ),
    "whole numbers as keys": (pack("format: 1\n5: five\n"), {"yaml.key"}),
    "keys of other kinds": (pack("format: 1\n~: x\ntrue: y\n1.5: z\n? [a, b]\n: c\n"), {"yaml.key"}),
    "a key twice": (pack("format: 1\nformat: 1\n"), {"yaml.duplicate"}),
    "20,000 times a key": (pack("format: 1\n" * 20_000), {"yaml.duplicate"}),
    "two documents": (pack("format: 1\n---\nformat: 1\n"), {"yaml.documents"}),
    "20,000 documents": (pack("format: 1\n---\n" * 20_000), {"yaml.documents"}),
    "a huge number": (pack(f"format: {'9' * 100_000}\n"), {"yaml.number"}),
    "a number in another base": (pack("format: 0x1\n"), {"yaml.number"}),
    "infinity": (pack("format: .inf\n"), {"yaml.number"}),
    "a Cyrillic letter in the id of a pack": (
        pack(card(), INFO.replace(b"toys", "t\u043eys".encode())),
        {"schema.pattern"},
    ),
    "a Greek letter in the id of a card": (pack(card(name="l\u03b1w")), {"schema.pattern"}),
    "a Cyrillic letter in a key": (pack(card("n\u043ete: x")), {"schema.key"}),
    "a Cyrillic letter in a word": (pack(doing("{g\u0430in: {vp: 1}}")), {"schema.key"}),
    "a full-width letter in an override": (
        pack("format: 1\nbuildings: [{override: base/\uff49nn, vp: 1}]\n"),
        {"schema.pattern"},
    ),
    "a right-to-left mark in an id": (pack(card(name="la\u202ew")), {"yaml.character"}),
    "a right-to-left mark in a text": (pack(card("text: la\u202ew")), {"yaml.character"}),
    "a line separator in a name": (pack(card('text: "la\\u2028w"')), {"yaml.character"}),
    "a character without width": (pack(card("text: la\u200bw")), {"yaml.character"}),
    "a line break in an id": (pack(card(name='"law\\n"')), {"schema.pattern"}),
    "years without end": (
        pack(
            chain(1)
            .replace("years: 1", "years: 100000000000000")
            .replace("[{run: s0}]", "[{draw_enemies: enemy}]")
        ),
        {"schema.range"},
    ),
    "a million copies of a million": (
        pack("format: 1\nstrips: [{id: s, name: S, row: B, copies: 100000000000000}]\n"),
        {"schema.range"},
    ),
    "all governors for everybody": (
        pack(doing("{deal: {deck: governor, count: 100000000000000}}")),
        {"link.amount", "link.kind"},
    ),
    "choices without end": (
        pack(
            card(
                f"triggers: [{{when: season.end, cost: [{PRICES}], do: [{{gain: {{vp: 1}}}}]}}]",
                "row: H",
                "column: 1",
                "cost: {gold: 1}",
                "vp: 0",
                kind="buildings",
            )
        ),
        {"link.choices"},
    ),
    "all goods at once": (
        pack(doing("{for_each: {players: all, do: [{gain: {good: 100000000000000}}]}}")),
        {"link.choices"},
    ),
    "6,000 cards": (
        pack("format: 1\nrules:\n" + "".join(f"  - {{id: r{k}, name: R}}\n" for k in range(6000))),
        {"link.size"},
    ),
    "1,200 cards with a mistake each": (
        pack(
            "format: 1\nrules:\n"
            + "".join(
                f"  - {{id: r{k}, name: R, triggers: [{{when: year.end, do: [{OWNING.format(k=k)}]}}]}}\n"
                for k in range(1200)
            )
        ),
        {"link.card"},
    ),
    "20,000 packs required": (
        pack(card(), INFO + b"requires: [" + b", ".join(b"p%d" % k for k in range(20_000)) + b"]\n"),
        {"link.pack"},
    ),
    "5,000 unknown keys": (pack("format: 1\n" + "".join(f"k{n}: 1\n" for n in range(5_000))), {"schema.key"}),
    "a list of 160,000 cards": (
        pack("format: 1\nrules: [" + "{}, " * 160_000 + "]\n"),
        {"pack.size"},
    ),
    "a text that takes patterns long": (pack(card(name="a" * 50_000 + "!")), {"schema.pattern"}),
    "a version that takes patterns long": (
        pack(card(), INFO + b'requires: {base: "' + b">=1, " * 20_000 + b'!"}\n'),
        {"schema.pattern"},
    ),
    "terminal escapes": (pack(card('text: "\\e[2J"')), {"yaml.character"}),
}
"""What fits into every way of giving a pack."""


OTHERWISE = {"a sequence in itself": {"link.calendar"}}
"""What loading says before it comes to the mistake: these packs bring a calendar, and the game has one."""

LONG = {
    *("50 MB in many files", "6,000 cards", "1,200 cards with a mistake each"),
    *("20,000 packs required", "a list of 160,000 cards"),
}
"""Cases that take half a second or more to read; they are tried as folders alone."""


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return held.getvalue()


def linked(target: str) -> bytes:
    """A zip with a symbolic link in it."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("pack.yaml", INFO)
        link = zipfile.ZipInfo("cards.yaml")
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, target)
    return held.getvalue()


def twice() -> bytes:
    """A zip with two entries of one name."""
    first = zipped({"pack.yaml": INFO, "cards.yaml": b"format: 1\n", "cardz.yaml": b"format: 2\n"})
    return first.replace(b"cardz", b"cards")


def patched(data: bytes, signature: bytes, offset: int, value: bytes) -> bytes:
    """A zip with a field of every header of a kind changed."""
    start = 0
    while (start := data.find(signature, start)) >= 0:
        data = data[: start + offset] + value + data[start + offset + len(value) :]
        start += 4
    return data


def many_entries() -> bytes:
    return zipped({"pack.yaml": INFO, **{f"n/{k}": b"" for k in range(30_000)}}, zipfile.ZIP_STORED)


def bomb() -> bytes:
    """A gigabyte of blanks in a megabyte."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pack.yaml", INFO)
        with archive.open("cards.yaml", "w", force_zip64=True) as entry:
            for _ in range(1000):
                entry.write(b" " * 1_000_000)
    return held.getvalue()


GOOD = {"pack.yaml": INFO, "cards.yaml": b"format: 1\n"}
CENTRAL = b"PK\1\2"

ZIPS: dict[str, tuple[Callable[[], bytes], set[str]]] = {
    "no zip": (lambda: b"id: toys\n", {"pack.zip"}),
    "nothing": (lambda: b"", {"pack.zip"}),
    "half a zip": (lambda: zipped(GOOD)[:-30], {"pack.zip"}),
    "a zip with nothing in it": (lambda: zipped({}), {"pack.missing"}),
    "a zip slip": (lambda: zipped({**GOOD, "../evil.yaml": b"format: 1\n"}), {"pack.path"}),
    "a zip slip with something else": (lambda: zipped({**GOOD, "../../evil.sh": b"rm"}), {"pack.path"}),
    "a zip slip from the top": (lambda: zipped({**GOOD, "/etc/evil.yaml": b"format: 1\n"}), {"pack.path"}),
    "a zip slip of Windows": (
        lambda: zipped({**GOOD, "more@evil.yaml": b"format: 1\n"}).replace(b"more@", b"more\\"),
        {"pack.path"},
    ),
    "a drive": (lambda: zipped({**GOOD, "C:/evil.yaml": b"format: 1\n"}), {"pack.path"}),
    "a link": (lambda: linked("/etc/passwd"), {"pack.link"}),
    "a file twice": (twice, {"pack.zip"}),
    "a gigabyte in a megabyte": (bomb, {"pack.size"}),
    "30,000 entries": (many_entries, {"pack.size"}),
    "a zip of 9 MB": (
        lambda: zipped({**GOOD, "picture.png": b"\0" * 9_000_000}, zipfile.ZIP_STORED),
        {"pack.size"},
    ),
    "packed with bzip2": (lambda: zipped(GOOD, zipfile.ZIP_BZIP2), {"pack.zip"}),
    "packed with lzma": (lambda: zipped(GOOD, zipfile.ZIP_LZMA), {"pack.zip"}),
    "packed in an unknown way": (
        lambda: patched(zipped(GOOD), CENTRAL, 10, struct.pack("<H", 77)),
        {"pack.zip"},
    ),
    "with a password": (lambda: patched(zipped(GOOD), CENTRAL, 8, struct.pack("<H", 1)), {"pack.zip"}),
    "with wrong sums": (lambda: patched(zipped(GOOD), CENTRAL, 16, b"1234"), {"pack.zip"}),
    "with wrong places": (lambda: patched(zipped(GOOD), CENTRAL, 42, struct.pack("<I", 7)), {"pack.zip"}),
    "a zip in a zip": (lambda: zipped({"inner.zip": zipped(GOOD)}), {"pack.missing"}),
    "two packs": (
        lambda: zipped({"a/pack.yaml": INFO, "b/pack.yaml": INFO}),
        {"schema.key"},
    ),
}


NAMES: dict[str, set[str]] = {
    "../evil.yaml": {"pack.path"},
    "more/../../evil.yaml": {"pack.path"},
    "/etc/evil.yaml": {"pack.path"},
    "C:evil.yaml": {"pack.path"},
    "more\\evil.yaml": {"pack.path"},
    "./evil.yaml": {"pack.path"},
    "more//evil.yaml": {"pack.path"},
    "line\nbreak.yaml": {"pack.path"},
    "evil.yml": {"pack.suffix"},
}
"""Names that no file of a pack has."""
