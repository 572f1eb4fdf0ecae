-- Who is at home in a county, from the index alone: the feed of a large one read the profile of each.
CREATE INDEX profile_at_home ON profile (county, user_id) WHERE county <> '';
DROP INDEX profile_county_idx;

-- Which comments are gone. The list of those that officers kept looked at each of them.
CREATE INDEX comment_gone ON comment (id) WHERE deleted_at IS NOT NULL;
