-- AlterTable
ALTER TABLE "challenge" ADD COLUMN     "close_problem" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "royalty_statement" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "challenge_id" UUID NOT NULL,
    "musician_id" UUID NOT NULL,
    "pool" BIGINT NOT NULL,
    "videos" INTEGER NOT NULL,
    "all_videos" INTEGER NOT NULL,
    "royalty" BIGINT NOT NULL,
    "votes" INTEGER NOT NULL,
    "vote_earnings" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "royalty_statement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "royalty_line" (
    "statement_id" UUID NOT NULL,
    "track_id" UUID NOT NULL,
    "videos" INTEGER NOT NULL,
    "royalty" BIGINT NOT NULL,
    "votes" INTEGER NOT NULL,
    "vote_earnings" BIGINT NOT NULL,

    CONSTRAINT "royalty_line_pkey" PRIMARY KEY ("statement_id","track_id")
);

-- CreateIndex
CREATE INDEX "royalty_statement_musician_id_idx" ON "royalty_statement"("musician_id");

-- CreateIndex
CREATE UNIQUE INDEX "royalty_statement_challenge_id_musician_id_key" ON "royalty_statement"("challenge_id", "musician_id");

-- CreateIndex
CREATE INDEX "royalty_line_track_id_idx" ON "royalty_line"("track_id");

-- AddForeignKey
ALTER TABLE "royalty_statement" ADD CONSTRAINT "royalty_statement_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "royalty_statement" ADD CONSTRAINT "royalty_statement_musician_id_fkey" FOREIGN KEY ("musician_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "royalty_line" ADD CONSTRAINT "royalty_line_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "royalty_statement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "royalty_line" ADD CONSTRAINT "royalty_line_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "track"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows is written by hand.

-- Months that were closed before there were statements: what was posted then is on record now, without its lines.
INSERT INTO royalty_statement (challenge_id, musician_id, pool, videos, all_videos, royalty, votes, vote_earnings)
SELECT r.challenge_id, r.musician_id, sum(r.royalty) OVER (PARTITION BY r.challenge_id), coalesce(v.videos, 0),
  sum(coalesce(v.videos, 0)) OVER (PARTITION BY r.challenge_id), r.royalty, coalesce(v.votes, 0), coalesce(v.votes, 0) * 1500
FROM (
  SELECT split_part(j.idempotency_key, ':', 2)::uuid AS challenge_id, split_part(j.idempotency_key, ':', 3)::uuid AS musician_id,
    sum(e.amount) FILTER (WHERE e.amount > 0)::bigint AS royalty
  FROM journal j JOIN entry e ON e.journal_id = j.id WHERE j.type = 'royalty' GROUP BY j.id
) r LEFT JOIN (
  SELECT v.challenge_id, t.musician_id, count(*)::int AS videos, sum(v.vote_count)::int AS votes
  FROM video v JOIN track t ON t.id = v.track_id WHERE v.status = 'approved' AND v.kind = 'entry'
  GROUP BY v.challenge_id, t.musician_id
) v USING (challenge_id, musician_id);

-- The same index is there under another name.
DROP INDEX IF EXISTS video_one_live_per_assignment;

-- Statements and results are history.
REVOKE UPDATE, DELETE ON royalty_statement, royalty_line, challenge_result FROM ngoma_app;

-- The app's role may not lock accounts itself: what a transaction draws on is locked by the ledger, in id order.
CREATE FUNCTION lock_system_accounts(kinds text[]) RETURNS TABLE (id bigint, kind text, posted bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.kind, a.posted FROM account a WHERE a.kind = ANY (kinds) AND a.owner_id IS NULL
  ORDER BY a.id FOR NO KEY UPDATE
$$;
