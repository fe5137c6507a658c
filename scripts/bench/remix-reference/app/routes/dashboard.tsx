/** The bare application's dashboard: a session look-up and ten rows. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "../session.server";

export const meta = () => [{ title: "Dashboard" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const rows = Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    name: `Customer ${index + 1}`,
    email: `customer${index + 1}@example.com`,
    status: index % 3 === 0 ? "invited" : "active",
  }));
  return { name: user.name, rows };
}

export default function Dashboard() {
  const { name, rows } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Dashboard</h1>
      <p>Hello {name}</p>
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Email</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.name}</td>
              <td>{row.email}</td>
              <td>{row.status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
