/** A text as a person typed it, in a mail. */
import { Fragment } from "react";
import { Paragraph } from "./layout";

/** Keeps its line breaks. */
export function Quoted({ children }: { children: string }) {
  return (
    <Paragraph>
      {children.split(/\r\n|\r|\n/).map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Paragraph>
  );
}
