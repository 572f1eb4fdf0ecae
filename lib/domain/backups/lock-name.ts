/** SQL of the key of the lock that whoever makes, checks or sweeps backups holds, and whoever migrates (prisma/migrate.ts). */
export const backupsLock = `hashtextextended('backups', 0)`
