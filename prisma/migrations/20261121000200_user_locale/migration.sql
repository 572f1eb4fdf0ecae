-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "locale" TEXT NOT NULL DEFAULT 'en';

-- What follows is written by hand.

ALTER TABLE "app_user" ADD CONSTRAINT "app_user_locale" CHECK ("locale" IN ('en', 'sw'));
