-- `foldText` of shared/fold-text.ts in SQL, for searches. It needs no extension, which not every role may create and which a cluster would need
-- on each node. ASCII, which most texts are, skips the slow steps.
CREATE FUNCTION fold_text(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  given := replace(given, '´', '''');
  IF octet_length(given) > length(given) THEN
    given := regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+', '', 'g');
  END IF;
  given := replace(lower(given), '`', '''');
  IF octet_length(given) > length(given) THEN
    given := translate(given, '‘’ʼʻ′łøđðɖɗħŧŋıəǝɛɔɓƙƴς', '''''''''''loddddhtnieeeobkyσ');
    given := replace(replace(replace(replace(given, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  END IF;
  RETURN given;
END
$$;
