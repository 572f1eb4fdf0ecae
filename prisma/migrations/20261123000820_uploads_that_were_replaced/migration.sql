-- AlterEnum
ALTER TYPE "upload_status" ADD VALUE 'replaced';
