-- Decisions about signals and reported comments can be undone, too (docs/decisions/0062-decisions-wait-ten-seconds.md). The previous
-- release writes neither value. If its worker meets one, that job fails and this release's sweep finishes the decision.

-- AlterEnum
ALTER TYPE "review_subject" ADD VALUE 'signal';
ALTER TYPE "review_subject" ADD VALUE 'comment';
