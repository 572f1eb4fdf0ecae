'use client'

import { Button } from '#components/ui/button.tsx'

type FaqSwitchProps = { list: string; words: { expand: string; collapse: string } }

export function FaqSwitch({ list, words }: FaqSwitchProps) {
  const set = (open: boolean) => {
    for (const question of document.querySelectorAll<HTMLDetailsElement>(`#${list} > details`))
      question.open = open
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => set(true)}>{words.expand}</Button>
      <Button onClick={() => set(false)}>{words.collapse}</Button>
    </div>
  )
}
