/** Names what was chosen in a list of work that failed, why it failed, and has the button that runs it again. */
import { HiddenField } from "../form/hidden-field";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";

interface RetryNoticeProps {
  title: string;
  /** The field that the form sends. */
  field: { name: string; value: string };
  button: string;
  failure?: string | null;
}

/** The items of these lists can always run once more, so one click is enough. */
export function RetryNotice({ title, field, button, failure }: RetryNoticeProps) {
  return (
    <div className="mb-4">
      <Notice
        title={title}
        action={
          <PostForm>
            <HiddenField {...field} />
            <Button type="submit" size="sm">
              {button}
            </Button>
          </PostForm>
        }
      >
        {failure}
      </Notice>
    </div>
  );
}
