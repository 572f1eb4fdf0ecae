'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../http/api-client.ts'
import { FALLBACK_MESSAGE, fieldErrors } from '../http/error-message.ts'

/** What stands in the fields of a form. */
export type Typed<Name extends string> = Readonly<Record<Name, string>>

/** What is wrong: a sentence beside each field, and one about the form as a whole. */
export type FormProblem<Name extends string> = {
  fields?: Partial<Record<Name, string>>
  whole?: string
}

/** One thing that the contract's schema found wrong, with zod's code of it: `too_small`, `invalid_format`, … */
export type FieldIssue = z.core.$ZodIssue

type ApiFormOptions<Name extends string, Body> = {
  /** What the fields hold at first, in the order of the form: of several wrong fields the first takes the focus. */
  defaultValues: Typed<Name>
  /** Loads the schema of the call's body from the contract: zod comes with the first check, not with the page. */
  schema: () => Promise<z.ZodType<Body>>
  /** Turns the fields into the body of the call; left out where both have the same names. */
  toBody?: (typed: Typed<Name>) => unknown
  /** Names the field of the form that a field of the body belongs to, where the two are called differently. */
  fieldOf?: Readonly<Record<string, Name>>
  /** Finds what only the form can know, such as two passwords that differ. It goes before the schema's issues. */
  check?: (typed: Typed<Name>) => Partial<Record<Name, string>>
  /** The form's sentence for an issue of the schema; without one the contract's own sentence is shown. */
  sentence?: (field: Name, issue: FieldIssue) => string | undefined
  /** Sends the checked body. What it throws is told by `refuse`. */
  send: (body: Body, typed: Typed<Name>) => Promise<unknown>
  /** Turns what `send` threw into problems; left out, the answer's own sentences are shown. */
  refuse?: (error: unknown, typed: Typed<Name>) => FormProblem<Name>
  /** Is told which fields are wrong before anything is sent. */
  onWrong?: (wrong: Name[]) => void
}

/**
 * A form that sends one call. react-hook-form keeps its fields, the contract's schema checks them, and a refused call puts
 * the server's sentences beside the fields that they are about. What was typed stays, whatever goes wrong.
 *
 * @returns `formProps` for the form and `field(name)` for each input; `whole` and `wrong`, what is wrong; `isBusy`, from
 *   the submit until the call has failed. After a success the form stays busy, because another view takes its place.
 */
export function useApiForm<Name extends string, Body>(options: ApiFormOptions<Name, Body>) {
  const names = namesOf(options.defaultValues)
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const [refusals, setRefusals] = useState(0)
  const form = useForm<Typed<string>, unknown, Body>({
    defaultValues: options.defaultValues,
    resolver: resolverOf(options),
    // The effect below does it: a field may be folded away, and the sum of several errors goes first.
    shouldFocusError: false,
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const isBusy = isSubmitting || isSubmitSuccessful
  const wrong = names.filter((name) => errors[name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each refusal, not while one types
  useEffect(() => {
    if (wrong.length > 1 && summary.current) summary.current.focus()
    else if (wrong[0]) focusField(element.current, wrong[0])
  }, [refusals])

  const typed = (): Typed<Name> => pick(names, form.getValues())
  const submit = form.handleSubmit(
    async (body) => {
      try {
        await options.send(body, typed())
      } catch (error) {
        const { fields = {}, whole = '' } = options.refuse?.(error, typed()) ?? problemOf(names, error)
        form.setError('root', { message: whole })
        for (const [name, message] of Object.entries<string | undefined>(fields))
          if (message) form.setError(name, { message })
        setRefusals((count) => count + 1)
      }
    },
    (found) => {
      options.onWrong?.(names.filter((name) => found[name]))
      setRefusals((count) => count + 1)
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
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) void submit(event)
      },
    } as const,
    field: (name: Name) => ({ ...form.register(name), error: errors[name]?.message }),
  }
}

/** Checks the fields with the contract's schema, and says what is wrong in the form's own words. */
function resolverOf<Name extends string, Body>(
  options: ApiFormOptions<Name, Body>,
): Resolver<Typed<string>, unknown, Body> {
  const { defaultValues, schema, toBody, fieldOf, check, sentence } = options
  const names = namesOf(defaultValues)
  return async (values) => {
    const typed = pick(names, values)
    const parsed = (await schema()).safeParse(toBody ? toBody(typed) : typed)
    const errors: Record<string, { type: string; message: string }> = {}
    for (const [name, message] of Object.entries<string | undefined>(check?.(typed) ?? {}))
      if (message) errors[name] = { type: 'check', message }
    for (const issue of parsed.error?.issues ?? []) {
      const path = issue.path.join('.')
      const name = fieldOf?.[path] ?? names.find((one) => one === path)
      if (name) errors[name] ??= { type: issue.code, message: sentence?.(name, issue) ?? issue.message }
    }
    if (parsed.success && Object.keys(errors).length === 0) return { values: parsed.data, errors: {} }
    return { values: {}, errors }
  }
}

/** What a refused call says: beside the fields where it names them, else about the whole. */
function problemOf<Name extends string>(names: readonly Name[], error: unknown): FormProblem<Name> {
  if (!(error instanceof ApiError)) return { whole: FALLBACK_MESSAGE }
  const sentences = fieldErrors(error.data)
  const fields: Partial<Record<Name, string>> = {}
  for (const name of names) if (sentences[name]) fields[name] = sentences[name]
  return Object.keys(fields).length > 0 ? { fields } : { whole: error.message }
}

/** Puts the cursor where the mistake is, and unfolds what hides it. */
export function focusField(form: HTMLFormElement | null, field: string): void {
  const found = form?.elements.namedItem(field)
  const input = found instanceof RadioNodeList ? found[0] : found
  if (!(input instanceof HTMLElement)) return
  const folded = input.closest('details')
  if (folded) folded.open = true
  input.focus()
}

function namesOf<Name extends string>(values: Typed<Name>): Name[] {
  return Object.keys(values) as Name[]
}

function pick<Name extends string>(names: Name[], values: Typed<string>): Typed<Name> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Record<Name, string>
}
