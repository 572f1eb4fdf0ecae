import { serviceWorkerFile } from '#lib/web/pages/service-worker-file.ts'

export const dynamic = 'force-dynamic'

export const GET = serviceWorkerFile
