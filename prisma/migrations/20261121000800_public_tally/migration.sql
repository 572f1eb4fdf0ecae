-- CreateTable
CREATE TABLE "tally_list" (
    "challenge_id" UUID NOT NULL,
    "salt" TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tally_list_pkey" PRIMARY KEY ("challenge_id")
);

-- CreateTable
CREATE TABLE "tally_row" (
    "challenge_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "intent_id" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "video_id" UUID NOT NULL,
    "votes" INTEGER NOT NULL,
    "payment" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "listed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tally_row_pkey" PRIMARY KEY ("challenge_id","position")
);

-- CreateTable
CREATE TABLE "tally_head" (
    "challenge_id" UUID NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "votes" INTEGER NOT NULL,

    CONSTRAINT "tally_head_pkey" PRIMARY KEY ("challenge_id","published_at")
);

-- CreateIndex
CREATE INDEX "tally_row_video_id_idx" ON "tally_row"("video_id");

-- CreateIndex
CREATE UNIQUE INDEX "tally_row_intent_id_turn_key" ON "tally_row"("intent_id", "turn");

-- AddForeignKey
ALTER TABLE "tally_list" ADD CONSTRAINT "tally_list_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tally_row" ADD CONSTRAINT "tally_row_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "tally_list"("challenge_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tally_row" ADD CONSTRAINT "tally_row_intent_id_fkey" FOREIGN KEY ("intent_id") REFERENCES "gift"("intent_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tally_row" ADD CONSTRAINT "tally_row_video_id_fkey" FOREIGN KEY ("video_id") REFERENCES "video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tally_head" ADD CONSTRAINT "tally_head_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "tally_list"("challenge_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE tally_list ADD CONSTRAINT tally_list_salt_is_hex CHECK (salt ~ '^[0-9a-f]{32}$');
ALTER TABLE tally_row
  ADD CONSTRAINT tally_row_place CHECK (position > 0 AND turn >= 0 AND votes <> 0),
  ADD CONSTRAINT tally_row_hashes_are_hex
    CHECK (payment ~ '^[0-9a-f]{64}$' AND key ~ '^[0-9a-f]{32}$' AND hash ~ '^[0-9a-f]{64}$');
ALTER TABLE tally_head
  ADD CONSTRAINT tally_head_hash_is_hex CHECK (position >= 0 AND hash ~ '^[0-9a-f]{64}$');

-- A list is opened with its challenge, so that its salt is known before the first gift.
INSERT INTO tally_list (challenge_id) SELECT id FROM challenge;

CREATE FUNCTION open_tally_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tally_list (challenge_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER challenge_opens_tally_list AFTER INSERT ON challenge
  FOR EACH ROW EXECUTE FUNCTION open_tally_list();

-- What was listed and published stays, also for the owner. Corrections are rows of their own.
REVOKE UPDATE, DELETE ON tally_list, tally_row, tally_head FROM ngoma_app;

CREATE FUNCTION tally_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is not allowed: the tally is append-only, add a row that takes the other back', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER tally_list_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tally_list
  FOR EACH STATEMENT EXECUTE FUNCTION tally_is_append_only();
CREATE TRIGGER tally_row_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tally_row
  FOR EACH STATEMENT EXECUTE FUNCTION tally_is_append_only();
CREATE TRIGGER tally_head_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tally_head
  FOR EACH STATEMENT EXECUTE FUNCTION tally_is_append_only();
