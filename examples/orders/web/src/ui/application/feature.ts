import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType } from 'react';
import type { Page } from './app-resource';

/** A part of the back-office that it can do without: `features.gen.ts` lists those that it has. */
export interface UiFeature {
  /** Its texts stand under this name: `tree.title`. */
  name: string;
  /** Its texts by language; those in English say what a language lacks. */
  texts: { en: FeatureTexts } & Partial<Record<string, FeatureTexts>>;
  /** What opens first; where no feature has it, the list of the first model does. */
  home?: Page;
  /** An entry of the menu above the models, and of the palette. */
  menu?: MenuEntry;
  /** Pages of its own: `/report`. */
  pages?: readonly FeaturePage[];
  /** Pages below the address of every model: `tree/:id?`. */
  modelPages?: readonly FeaturePage[];
  /** What it adds to the bar above every page. */
  Header?: ComponentType;
  /** What it adds to the head of a list, and to that of a record's page. */
  ListAction?: ComponentType;
  ShowAction?: ComponentType;
}

export type FeatureTexts = Readonly<Record<string, string>>;

export interface MenuEntry {
  to: string;
  icon: SvgIconComponent;
  /** The key of its text. */
  label: string;
}

export interface FeaturePage {
  path: string;
  page: Page;
}
