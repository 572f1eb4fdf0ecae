CREATE TYPE "backup_status" AS ENUM ('making', 'made', 'verifying', 'verified', 'damaged', 'failed');

CREATE TABLE "backup" (
    "id" UUID NOT NULL,
    "status" "backup_status" NOT NULL DEFAULT 'making',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "requested_by" UUID,
    "night" DATE,
    "made_at" TIMESTAMPTZ(3),
    "size" BIGINT,
    "tables" INTEGER,
    "rows" BIGINT,
    "make_ms" INTEGER,
    "verified_at" TIMESTAMPTZ(3),
    "verify_ms" INTEGER,
    "problem" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "backup_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "backup_made_is_whole"
      CHECK ("status" IN ('making', 'failed') OR ("made_at" IS NOT NULL AND "size" IS NOT NULL AND "rows" IS NOT NULL)),
    CONSTRAINT "backup_verified_was_checked" CHECK ("status" <> 'verified' OR "verified_at" IS NOT NULL)
);

CREATE TABLE "system_check" (
    "name" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "is_good" BOOLEAN NOT NULL,
    "took_ms" INTEGER NOT NULL,
    "findings" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "system_check_pkey" PRIMARY KEY ("name")
);

CREATE UNIQUE INDEX "backup_night_key" ON "backup"("night");
CREATE INDEX "backup_created_at_idx" ON "backup"("created_at");
