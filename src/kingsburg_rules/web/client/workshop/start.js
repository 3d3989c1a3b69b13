// The card with which a new page begins.

export const START = `format: 1
buildings:
  - id: bakery
    name: Bakery
    in_place_of: base/inn
    row: C
    column: 1
    cost: {gold: 1, wood: 1}
    vp: 1
    text: At the start of each spring, you gain 1 gold.
    triggers:
      - when: season.start
        if: {season: spring}
        do: [{gain: {gold: 1}}]
    examples:
      - shows: Spring begins, and people want bread.
        works: true
        at: spring/season.start
        given: {me: {buildings: [bakery]}}
        expect: {me: {gold: 1}}
      - shows: My neighbor's bakery does not feed me.
        works: false
        at: spring/season.start
        given: {left: {buildings: [bakery]}}
        expect: {me: {gold: 0}}
`;
