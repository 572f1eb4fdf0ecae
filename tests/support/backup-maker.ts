// Makes one backup in a process of its own, which can be killed outright.
import { makeBackup } from '#lib/domain/backups/make.ts'

await makeBackup(process.argv[2] ?? '')
