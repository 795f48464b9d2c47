/**
 * SQL of the number that a text states, in decimal or as `0x19f0a`, which is how ETW, kernels and debuggers print
 * amounts as well; null if it states none.
 */
export const statedNumber = (sql: string): string =>
  `CASE WHEN regexp_full_match(${sql}, '0[xX][0-9a-fA-F]{1,16}') THEN TRY_CAST(lower(${sql}) AS UBIGINT)::DOUBLE
        WHEN regexp_full_match(${sql}, '[-+]?[0-9.]{1,30}') THEN TRY_CAST(${sql} AS DOUBLE) END`;
