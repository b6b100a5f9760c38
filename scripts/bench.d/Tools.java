import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tools of {@code sbp mcp} over standard input: the size of each in the list of an agent and of the
 * owner, and what a call costs on a board of 250 tasks, access and audit included, one call at a
 * time.
 */
class Tools {
  private static final int TASKS = 250;
  private static final int WARM_UP = 300;
  private static final int CALLS = 300;
  private static final String VERSION = "2025-11-25";
  private static final Pattern TOOL = Pattern.compile("\\{\"name\":\"([a-z_]+)\"");

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    Path home = folder.resolve("node");
    try {
      run("init", home.toString(), "--local");
      run("agent", "register", "worker", "--home", home.toString());
      run("agent", "register", "most", "--tools", "*", "--home", home.toString());
      Map<String, Integer> worker = sizes(home, "--agent", "worker");
      Map<String, Integer> most = sizes(home, "--agent", "most");
      Map<String, Integer> owner = sizes(home);
      Map<String, Integer> all = sizes(home, "--tools", "all");
      Map<String, Integer> every = sizes(home, "--agent", "most", "--tools", "all");
      Map<String, long[]> costs = costs(home);
      System.out.println("bytes of each tool; the cost of a call in milliseconds");
      System.out.printf("%-20s %7s %7s %7s %7s%n", "tool", "agent", "owner", "p50", "p95");
      System.out.printf(
          "%-20s %15s %7s %7s%n",
          "ping", "", millis(costs.get("ping"), 0.5), millis(costs.get("ping"), 0.95));
      for (Map.Entry<String, Integer> tool : all.entrySet()) {
        long[] cost = costs.get(tool.getKey());
        System.out.printf(
            "%-20s %7s %7s %7s %7s%n",
            tool.getKey(),
            worker.containsKey(tool.getKey()) ? worker.get(tool.getKey()) : "",
            owner.containsKey(tool.getKey()) ? owner.get(tool.getKey()) : "",
            cost == null ? "" : millis(cost, 0.5),
            cost == null ? "" : millis(cost, 0.95));
      }
      System.out.println();
      total("a new agent", worker);
      total("an agent, all rights", most);
      total("an agent, all sets", every);
      total("the owner", owner);
      total("the owner, all sets", all);
    } finally {
      Bench.delete(folder);
    }
  }

  private static String millis(long[] sorted, double part) {
    return "%.1f".formatted(sorted[(int) (part * (sorted.length - 1))] / 1e6);
  }

  private static void total(String whose, Map<String, Integer> tools) {
    System.out.printf(
        "%-20s %3d tools %7d bytes%n",
        whose, tools.size(), tools.values().stream().mapToInt(Integer::intValue).sum());
  }

  private static void run(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(System.getenv("SBP_BENCH_LAUNCHER")));
    line.addAll(List.of(words));
    Process process =
        new ProcessBuilder(line)
            .inheritIO()
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(line + " failed");
    }
  }

  /** Bytes by tool, as the list is sent. */
  private static Map<String, Integer> sizes(Path home, String... options) throws Exception {
    try (Client client = new Client(home, options)) {
      String list = client.ask("tools/list", "{}");
      String tools = list.substring(list.indexOf("[{") + 1, list.lastIndexOf("]"));
      Map<String, Integer> sizes = new LinkedHashMap<>();
      List<Integer> starts = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (Matcher found = TOOL.matcher(tools); found.find(); ) {
        starts.add(found.start());
        names.add(found.group(1));
      }
      starts.add(tools.length());
      for (int i = 0; i < names.size(); i++) {
        String tool = tools.substring(starts.get(i), starts.get(i + 1));
        sizes.put(names.get(i), tool.getBytes(StandardCharsets.UTF_8).length);
      }
      return sizes;
    }
  }

  private static Map<String, long[]> costs(Path home) throws Exception {
    Map<String, long[]> costs = new LinkedHashMap<>();
    try (Client client = new Client(home, "--agent", "most")) {
      for (int i = 0; i < TASKS; i++) {
        client.call("task_add", task(i));
      }
      for (int round = 0; round < 2; round++) {
        int calls = round == 0 ? WARM_UP : CALLS;
        costs.put("ping", times(calls, _ -> client.ask("ping", "{}")));
        for (String read : List.of("task_list", "task_ready", "bus_list", "mail_list")) {
          costs.put(read, times(calls, _ -> client.call(read, "{}")));
        }
        costs.put("agent_list", times(calls, _ -> client.call("agent_list", "{}")));
        costs.put("status", times(calls / 10, _ -> client.call("status", "{}")));
        costs.put("search", times(calls / 10, _ -> client.call("search", "{\"words\":\"fog\"}")));
        costs.put(
            "tool_search",
            times(calls, _ -> client.call("tool_search", "{\"words\":\"rename agent\"}")));
        costs.put(
            "bus_put",
            times(
                calls,
                i -> client.call("bus_put", "{\"key\":\"k\",\"value\":\"v%d\"}".formatted(i))));
        costs.put("bus_get", times(calls, _ -> client.call("bus_get", "{\"key\":\"k\"}")));
        costs.put(
            "mail_send",
            times(
                calls,
                i ->
                    client.call(
                        "mail_send", "{\"address\":\"worker\",\"text\":\"m%d\"}".formatted(i))));
        lifeOfTasks(client, calls, costs);
      }
    }
    return costs;
  }

  /** Each added task is claimed, renewed, handed in, so that the board stays as long as it was. */
  private static void lifeOfTasks(Client client, int calls, Map<String, long[]> costs)
      throws Exception {
    Map<String, long[]> times = new LinkedHashMap<>();
    for (String tool :
        List.of("task_add", "task_show", "task_claim", "task_renew", "task_submit")) {
      times.put(tool, new long[calls]);
    }
    for (int i = 0; i < calls; i++) {
      String id = text(timed(times.get("task_add"), i, client, "task_add", task(i)), "id");
      String named = "{\"id\":\"%s\"}".formatted(id);
      timed(times.get("task_show"), i, client, "task_show", named);
      String claim = timed(times.get("task_claim"), i, client, "task_claim", named);
      String fence = number(claim, "fence");
      String held = "{\"id\":\"%s\",\"fence\":%s}".formatted(id, fence);
      timed(times.get("task_renew"), i, client, "task_renew", held);
      String done = held.replace("}", ",\"result\":\"done\"}");
      timed(times.get("task_submit"), i, client, "task_submit", done);
    }
    times.forEach(
        (tool, all) -> {
          Arrays.sort(all);
          costs.put(tool, all);
        });
  }

  private static String timed(long[] times, int at, Client client, String tool, String arguments)
      throws Exception {
    long begin = System.nanoTime();
    String answer = client.call(tool, arguments);
    times[at] = System.nanoTime() - begin;
    return answer;
  }

  private static String task(int number) {
    return "{\"title\":\"task %d\",\"description\":\"%s\"}".formatted(number, "words ".repeat(40));
  }

  private static String text(String answer, String name) {
    return first(answer, "\"" + name + "\":\"([^\"]*)\"");
  }

  private static String number(String answer, String name) {
    return first(answer, "\"" + name + "\":([0-9]+)");
  }

  private static String first(String answer, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(answer.replace("\\\"", "\""));
    return Optional.of(found).filter(Matcher::find).orElseThrow().group(1);
  }

  /** One call among many. */
  private interface Call {
    void run(int number) throws Exception;
  }

  private static long[] times(int calls, Call call) throws Exception {
    long[] times = new long[calls];
    for (int i = 0; i < calls; i++) {
      long begin = System.nanoTime();
      call.run(i);
      times[i] = System.nanoTime() - begin;
    }
    Arrays.sort(times);
    return times;
  }

  /** A client that waits for each answer. */
  private static final class Client implements AutoCloseable {
    private final Process process;
    private final PrintStream requests;
    private final BufferedReader answers;
    private int last;

    Client(Path home, String... options) throws Exception {
      List<String> line = new ArrayList<>(List.of(System.getenv("SBP_BENCH_LAUNCHER"), "mcp"));
      line.addAll(List.of("--home", home.toString()));
      line.addAll(List.of(options));
      process = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      answers = process.inputReader(StandardCharsets.UTF_8);
      String _ =
          ask(
              "initialize",
              "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}"
                  .formatted(VERSION));
    }

    String call(String tool, String arguments) throws IOException {
      String answer =
          ask("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
      if (answer.contains("\"isError\":true")) {
        throw new IOException(tool + " " + arguments + ": " + answer);
      }
      return answer;
    }

    String ask(String method, String params) throws IOException {
      int id = ++last;
      requests.printf(
          "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}%n", id, method, params);
      String begin = "\"id\":" + id + ",";
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.contains(begin) && !line.contains("\"error\":{\"code\":-")) {
          return line;
        }
      }
      throw new IOException("no answer to " + method);
    }

    @Override
    public void close() throws IOException {
      requests.close();
      process.onExit().join();
    }
  }
}
