import { NotFoundError } from '#lib/core/errors.ts'
import type { RouteHandler } from './endpoint.ts'
import { errorResponse } from './error-response.ts'
import { requestIdOf } from './request-id.ts'
import { languageOf } from './request-language.ts'

export const unknownPath: RouteHandler = async (request) =>
  errorResponse(new NotFoundError(), 'unknown', requestIdOf(request), languageOf(request))
