/** The grammar of searches in Ohm's notation, with the precedence that {@link ./print.ts} keeps: NOT, AND, OR. */
export const grammar = String.raw`
Search {
  Query   = Or end              -- some
          | end                 -- all
  Or      = And (or And)*
  And     = Not (and? Not)*
  Not     = not Not             -- word
          | minus Not           -- sign
          | Primary
  Primary = "(" Or ")"          -- group
          | field | regex | phrase | word

  field   = name operator (regex | phrase | bare)
  name    = letter (alnum | "_" | "." | "-")*
  operator = ">=" | "<=" | "!=" | ":" ~":" | "=" | ">" | "<"
  bare    = ~("=" | "//") mark+

  regex   = "/" (escaped | ~"/" any)+ "/" "i"? &limit
  phrase  = "\"" (escaped | ~"\"" any)* "\""
  word    = ~keyword ~minus ~regex mark+
  escaped = "\\" any
  mark    = ~(space | "(" | ")" | "\"") any

  or      = "OR" &limit
  and     = "AND" &limit
  not     = "NOT" &limit
  keyword = or | and | not
  minus   = "-" ~("-" | space | ")" | end)
  limit   = space | "(" | ")" | "\"" | end
}
`;
