'use client'

import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

/** Opens the browser's own way to print, or to keep a PDF. */
export function PrintButton({ word }: { word: string }) {
  return (
    <Button tone="loud" onClick={() => window.print()}>
      <Printer aria-hidden="true" className="size-5" /> {word}
    </Button>
  )
}
