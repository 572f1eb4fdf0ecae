import { methods } from '#lib/web/endpoint/endpoint.ts'
import { pageSession } from '#lib/web/session/page-session-handler.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: pageSession, POST: pageSession })
