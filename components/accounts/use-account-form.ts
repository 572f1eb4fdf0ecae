'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/client/http/api.ts'

/** What is wrong: in one sentence about the whole, and beside the fields. */
export type Problem<Field extends string> = {
  summary: string | null
  fields: Partial<Record<Field, string>>
}

/** What stands in a field. */
export type Typed<Field extends string> = (field: Field) => string

type AccountForm<Field extends string> = {
  /** In the order of the form. */
  fields: readonly Field[]
  /** What is wrong before anything is sent; fields without a sentence are right. */
  check: (typed: Typed<Field>) => Partial<Record<Field, string>>
  /** Called when `check` found something. */
  onWrong?: (fields: Partial<Record<Field, string>>) => void
  /** Sends it. The form stays busy after it, because another page or view comes. */
  send: (typed: Typed<Field>) => Promise<void>
  /** What a refusal means for the form. */
  refuse: (error: unknown, typed: Typed<Field>) => Problem<Field>
}

const nothingWrong = { summary: null, fields: {} }

/** A form whose fields the browser keeps: what was typed or pasted stays, whatever goes wrong. */
export function useAccountForm<Field extends string>({
  fields,
  check,
  onWrong,
  send,
  refuse,
}: AccountForm<Field>) {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem<Field>>(nothingWrong)

  useEffect(() => {
    const wrong = fields.filter((field) => problem.fields[field])
    // Of several errors the sum is read first, and leads to each.
    if (wrong.length > 1 && summary.current) summary.current.focus()
    else if (wrong[0]) focusField(form.current, wrong[0])
  }, [fields, problem])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const typed = (field: Field) => String(data.get(field) ?? '')
    const wrong = check(typed)
    if (Object.values(wrong).some(Boolean)) {
      setProblem({ summary: null, fields: wrong })
      onWrong?.(wrong)
      return
    }
    setBusy(true)
    setProblem(nothingWrong)
    try {
      await send(typed)
    } catch (error) {
      setProblem(refuse(error, typed))
      setBusy(false)
    }
  }
  return { busy, problem, submit, form, summary, setBusy, forget: () => setProblem(nothingWrong) }
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

/** The sentence of a refused call: the server's own, or what to say where none came. */
export function sentenceOf(error: unknown, words: { fallback: string; noConnection: string }): string {
  if (!(error instanceof ApiError)) return words.fallback
  if (error.status === 0) return words.noConnection
  return error.hasSentence ? error.message : words.fallback
}
