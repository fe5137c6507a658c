import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { SessionSync } from "./session-sync";

test("React logs no error when the server renders what keeps the tabs in one session", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue(undefined);
  const { query, dataRoutes } = createStaticHandler([{ path: "/", element: <SessionSync viewer={null} /> }]);
  const context = await query(new Request("http://localhost/"));
  if (context instanceof Response) throw new Error("the page redirects");
  const page = <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} />;
  renderToString(page);
  expect(logged).not.toHaveBeenCalled();
});
