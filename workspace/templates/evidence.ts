/**
 * How many distinct values make a position variable.
 *
 * Measured on ten systems with labelled templates: what people label as *another event* rarely has more than three or
 * four spellings at one position (states, kinds of interrupt), while a name soon has more. Any choice of `slot` 3 to
 * 8 and `word` 3 to 6 keeps the mean grouping accuracy above 0.96.
 */
export interface Evidence {
  /**
   * For a position that looks like a slot, or is announced as one: eth0, org.apache.Server, user=root, 'safety', user
   * root.
   */
  readonly slot: number;
  /** For a plain word in a sentence. */
  readonly word: number;
  /** For the first word, which mostly says what happened. */
  readonly first: number;
}

export const usual: Evidence = { slot: 4, word: 5, first: 16 };

/** Nouns that are followed by a name. */
export const announcers =
  /^(?:user(?:name)?|login|account|role|group|owner|(?:host|domain|server|client|node|peer|device|volume|file|table|database|schema|index|topic|queue|bucket|namespace|pod|container|cluster|pool|partition|package|module|plugin|service|process|program|task|job|thread|session|key|property|name|id|path|directory|folder|interface|address)(?:name)?)$/i;
