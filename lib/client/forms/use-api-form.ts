import { type FormEvent, useEffect, useRef } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../http/api.ts'
import { fallbackMessage, fieldErrors } from '../http/error-message.ts'
import { pageLocale } from '../messages/page-locale.ts'

export type Typed<Name extends string> = Readonly<Record<Name, string>>

export type FormProblem<Name extends string> = {
  fields?: Partial<Record<Name, string>>
  whole?: string
}

/** `code` is zod's: `too_small`, `invalid_format`, … */
export type FieldIssue = z.core.$ZodIssue

type ApiFormOptions<Name extends string, Body> = {
  /** In the form's order: the first wrong field takes the focus. */
  defaultValues: Typed<Name>
  toBody: (typed: Typed<Name>) => Body
  /** Loads the schema on demand: zod loads with the first check. */
  schema: () => Promise<z.ZodType<unknown, Body>>
  /** Maps a body field to its form field. */
  fieldOf?: Readonly<Record<string, NoInfer<Name>>>
  /** Returns an issue's sentence. Default: the contract's. */
  sentence?: (field: Name, issue: FieldIssue) => string | undefined
  /** Problems that only the form knows. They replace the schema's. */
  check?: (typed: Typed<Name>) => Partial<Record<NoInfer<Name>, string>>
  /** Fields checked again when another changes, such as two passwords. */
  checkedWith?: Partial<Record<NoInfer<Name>, readonly NoInfer<Name>[]>>
  /** Called with the wrong fields instead of `send`. */
  onWrong?: (wrong: Partial<Record<Name, string>>) => void
  send: (body: Body, typed: Typed<Name>) => Promise<unknown>
  /** Returns the problem of a refused call. Default: the server's sentences. */
  refuse?: (error: unknown, typed: Typed<Name>) => FormProblem<Name>
  /** Whether the form can be sent again after a success; otherwise `isBusy` stays true. */
  isRepeatable?: boolean
}

/**
 * The contract's schema checks the form; a refusal puts the server's sentences beside the fields. Typed text
 * is never lost.
 * @returns `isBusy` while sending and after a success; `summary`, a ref that takes the focus if several
 * fields are wrong
 */
export function useApiForm<Name extends string, Body>(options: ApiFormOptions<Name, Body>) {
  const { toBody, send, refuse, onWrong, checkedWith, isRepeatable = false } = options
  const names = namesOf(options.defaultValues)
  const fieldNames: readonly string[] = names
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  // A ref, because two submits before a render see the same `isBusy`.
  const isSending = useRef(false)
  const form = useForm<Typed<string>>({
    // Without a default, text typed before this code loaded stays.
    defaultValues: Object.fromEntries(
      Object.entries<string>(options.defaultValues).filter(([, value]) => value),
    ),
    resolver: resolverOf(options),
    // The effect below sets the focus: a field may be folded, and the summary goes first.
    shouldFocusError: false,
  })
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = form.formState
  const isBusy = isSubmitting || (isSubmitSuccessful && !isRepeatable)
  const wrong = names.filter((name) => errors[name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each submit, not while one types
  useEffect(() => {
    if (wrong.length > 1 && summary.current) summary.current.focus()
    else if (wrong[0]) focusField(element.current, wrong[0])
  }, [submitCount])

  const submit = form.handleSubmit(
    async (values) => {
      const typed = pick(names, values)
      try {
        await send(toBody(typed), typed)
      } catch (error) {
        const { fields = {}, whole = '' } = refuse?.(error, typed) ?? problemOf(names, error, options.fieldOf)
        form.setError('root', { message: whole })
        for (const [name, message] of Object.entries<string | undefined>(fields))
          if (message) form.setError(name, { message })
      }
    },
    (found) => {
      onWrong?.(messagesOf(names, (name) => found[name]?.message))
    },
  )
  return {
    form,
    isBusy,
    wrong,
    whole: errors.root?.message || null,
    errorOf: (name: Name) => errors[name]?.message,
    summary,
    focus: (name: Name) => focusField(element.current, name),
    formProps: {
      ref: element,
      noValidate: true,
      method: 'post',
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (isBusy || isSending.current) return
        isSending.current = true
        // Reads the form itself: password managers fill fields without events.
        const data = new FormData(event.currentTarget)
        for (const name of fieldNames) form.setValue(name, String(data.get(name) ?? ''))
        void submit(event).finally(() => {
          isSending.current = false
        })
      },
    } as const,
    field: (name: Name) => {
      const others = checkedWith?.[name]
      return { ...form.register(name, others ? { deps: [...others] } : {}), error: errors[name]?.message }
    },
  }
}

function resolverOf<Name extends string, Body>(options: ApiFormOptions<Name, Body>): Resolver<Typed<string>> {
  const names = namesOf(options.defaultValues)
  return async (values) => {
    const found = Object.entries<string | undefined>(await findErrors(options, pick(names, values)))
    const errors = Object.fromEntries(found.map(([name, message]) => [name, { type: 'wrong', message }]))
    return found.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

type Rules<Name extends string, Body> = Pick<
  ApiFormOptions<Name, Body>,
  'defaultValues' | 'toBody' | 'schema' | 'fieldOf' | 'sentence' | 'check'
>

export async function findErrors<Name extends string, Body>(
  { defaultValues, toBody, schema, fieldOf, sentence, check }: Rules<Name, Body>,
  typed: Typed<Name>,
): Promise<Partial<Record<Name, string>>> {
  const errors: Partial<Record<Name, string>> = { ...check?.(typed) }
  // Without the schema (offline, newer release) only the server checks.
  const known = await Promise.all([schema(), import('../messages/say-field.ts')]).catch(() => null)
  if (!known) return errors
  const [checked, { sayField }] = known
  for (const issue of checked.safeParse(toBody(typed)).error?.issues ?? []) {
    const name = fieldNamed(issue.path.join('.'), namesOf(defaultValues), fieldOf)
    if (name) errors[name] ??= sentence?.(name, issue) ?? sayField(pageLocale(), issue.message)
  }
  return errors
}

function fieldNamed<Name extends string>(
  bodyField: string,
  names: readonly Name[],
  fieldOf: Readonly<Record<string, Name>> = {},
): Name | undefined {
  return fieldOf[bodyField] ?? names.find((name) => name === bodyField)
}

function problemOf<Name extends string>(
  names: readonly Name[],
  error: unknown,
  fieldOf?: Readonly<Record<string, Name>>,
): FormProblem<Name> {
  if (!(error instanceof ApiError)) return { whole: fallbackMessage() }
  const fields = refusedFields(names, error, fieldOf)
  return Object.keys(fields).length > 0 ? { fields } : { whole: error.message }
}

export function refusedFields<Name extends string>(
  names: readonly Name[],
  error: unknown,
  fieldOf?: Readonly<Record<string, Name>>,
): Partial<Record<Name, string>> {
  const refused: Partial<Record<Name, string>> = {}
  for (const [bodyField, sentence] of Object.entries(
    error instanceof ApiError ? fieldErrors(error.data) : {},
  )) {
    const name = fieldNamed(bodyField, names, fieldOf)
    if (name) refused[name] ??= sentence
  }
  return refused
}

export function sentenceOf(error: unknown, words: { fallback: string; noConnection: string }): string {
  if (!(error instanceof ApiError)) return words.fallback
  if (error.status === 0) return words.noConnection
  return error.hasSentence ? error.message : words.fallback
}

/** Focuses a wrong field, and unfolds it. */
function focusField(form: HTMLFormElement | null, field: string): void {
  const found = form?.elements.namedItem(field)
  const input = found instanceof RadioNodeList ? found[0] : found
  if (!(input instanceof HTMLElement)) return
  const folded = input.closest('details')
  if (folded) folded.open = true
  input.focus()
}

function messagesOf<Name extends string>(names: readonly Name[], of: (name: Name) => string | undefined) {
  const messages: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const message = of(name)
    if (message) messages[name] = message
  }
  return messages
}

function namesOf<Name extends string>(values: Typed<Name>): Name[] {
  return Object.keys(values) as Name[]
}

function pick<Name extends string>(names: Name[], values: Typed<string>): Typed<Name> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Record<Name, string>
}
