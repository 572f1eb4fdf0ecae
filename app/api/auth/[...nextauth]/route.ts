import { methods } from '#lib/web/methods.ts'
import { pageSession } from '#lib/web/page-session-handler.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: pageSession, POST: pageSession })
