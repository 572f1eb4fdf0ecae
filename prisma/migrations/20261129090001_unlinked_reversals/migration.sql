-- Two people can decide that a reversal is not of the payment that it was matched to. The worker must not match it again.
ALTER TYPE "resolution_action" ADD VALUE 'unlink';
ALTER TABLE mpesa_reversal ADD COLUMN unlinked_from TEXT;
