-- A count in an index makes each change of it an insertion into every index of the table. A month has about a hundred
-- videos: they are sorted faster than that.
CREATE INDEX "video_challenge_id_status_idx" ON "video"("challenge_id", "status");
DROP INDEX "video_challenge_id_status_vote_count_idx";
