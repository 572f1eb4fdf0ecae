-- Where a dancer is at home, for who looks for dancers of a county. Empty until somebody says it, but where the place that they have
-- written is a county's own name.
ALTER TABLE profile ADD COLUMN county TEXT NOT NULL DEFAULT '';
UPDATE profile SET county = names.county
FROM unnest(ARRAY['Baringo', 'Bomet', 'Bungoma', 'Busia', 'Embu', 'Garissa', 'Homa Bay', 'Isiolo', 'Kajiado', 'Kakamega', 'Kericho',
  'Kiambu', 'Kilifi', 'Kirinyaga', 'Kisii', 'Kisumu', 'Kitui', 'Kwale', 'Lamu', 'Machakos', 'Makueni', 'Mandera', 'Marsabit', 'Meru',
  'Migori', 'Mombasa', 'Nairobi', 'Nakuru', 'Nandi', 'Narok', 'Nyamira', 'Nyandarua', 'Nyeri', 'Samburu', 'Siaya', 'Turkana', 'Vihiga',
  'Wajir']) AS names (county)
WHERE lower(trim(profile.location)) = lower(names.county);
CREATE INDEX profile_county_idx ON profile (county) WHERE county <> '';
CREATE INDEX profile_location_words_idx ON profile USING gin (lower(location) gin_trgm_ops);
