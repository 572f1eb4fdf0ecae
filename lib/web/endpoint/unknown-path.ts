import { NotFoundError } from '#lib/core/errors.ts'
import type { RouteHandler } from './endpoint.ts'
import { errorResponse } from './error-response.ts'
import { requestIdOf } from './request-id.ts'
import { languageOf } from './request-language.ts'

/** Answers undocumented paths below /api with 404. */
export const unknownPath: RouteHandler = async (request) =>
  errorResponse(new NotFoundError(), 'unknown', requestIdOf(request), languageOf(request))
