// Makes a backup in a process of its own, so that a test can kill it.
import { makeBackup } from '#lib/domain/backups/make.ts'

await makeBackup(process.argv[2] ?? '')
