package org.sovereignbook.sbp.plugins.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testing.Eventually;

/**
 * The quickstart of AGENT-STACK §12 as docs/teams.md has it, typed line by line, by real processes;
 * models and Chroma are a server on the loopback, the chain is the mock.
 */
@DisabledOnOs(OS.WINDOWS)
class SeedQuickStartTest {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  /** The team file of AGENT-STACK §11, as it stands there. */
  private static final String SEED =
      """
      llm:
        provider: flock          # flock | openai | ollama

      memory:
        backend: chroma          # chroma | mock

      chain:
        enabled: false           # true → ERC-8004 writes

      reputation:
        peer_review_agents:      # agent IDs that review task outputs
          - reviewer
        evolution:
          prompt_auto_apply: true
          model_swap_require_confirm: true
          role_vote_threshold: 0.6

      max_idle_cycles: 30        # agent exits after N idle polls

      agents:
        - id: planner
          role: "Strategic planner. ..."
          model: flock/qwen3-30b-a3b
          skills:
            - planning
            - _base
          memory:
            short_term_turns: 20   # conversation window size
            long_term: true        # enable ChromaDB vector store
            recall_top_k: 3        # episodes to inject per task
          autonomy_level: 1        # 0=max oversight  3=fully autonomous
          wallet: PLANNER_WALLET_KEY   # env var name (not the key value)
      """;

  @TempDir private Path folder;
  private final Map<String, String> environment = new TreeMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;
  private Path place = Path.of("");
  private volatile boolean isLive;
  private final AtomicInteger works = new AtomicInteger();
  private final AtomicInteger reviews = new AtomicInteger();
  private final AtomicBoolean seen = new AtomicBoolean();

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    pack(plugins.resolve("llm-openai.jar"));
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    place = folder;
  }

  @AfterEach
  void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static void pack(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Map.of(
            "Manifest-Version", "1.0",
            "Plugin-Id", "llm-openai",
            "Plugin-Version", "1.0.0",
            "Plugin-Provider", "sovereignbook",
            "Plugin-Requires", ">=2.0.0 & <3.0.0",
            "Sbp-Provides", "llm:openai, chat:openai")
        .forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
    Path classes =
        Path.of(OpenAiBackend.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> paths = Files.walk(classes)) {
      out.putNextEntry(new ZipEntry(JarFile.MANIFEST_NAME));
      manifest.write(out);
      for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
        Files.copy(path, out);
      }
    }
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String path = exchange.getRequestURI().getPath();
      asked.add(path + " " + body);
      byte[] bytes = reply(path, body).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String reply(String path, String body) {
    if (isLive && path.equals("/api/chat")) {
      return ollama(live(body));
    }
    if (path.startsWith("/api/v2/")) {
      return path.endsWith("/collections")
          ? "{\"id\": \"c\", \"metadata\": " + body.replaceFirst("^.*\"metadata\":", "")
          : "{\"ids\": [], \"documents\": []}";
    }
    String text =
        body.contains("You are a reviewer")
            ? "{\"score\": 90, \"comment\": \"clear\"}"
            : "UDP has no connection.";
    String message = JsonObject.builder().put("content", new JsonString(text)).build().toString();
    return path.equals("/api/chat")
        ? ollama(text)
        : "{\"choices\": [{\"index\": 0, \"finish_reason\": \"stop\", \"message\": %s}]}"
            .formatted(message);
  }

  private static String ollama(String text) {
    return "{\"model\": \"m\", \"message\": %s, \"done\": true, \"done_reason\": \"stop\"}"
        .formatted(JsonObject.builder().put("content", new JsonString(text)).build());
  }

  /**
   * A model of a team whose first result is refused: it answers again only once the files show the
   * first verdict, and judges that only once they show nothing yet.
   */
  private String live(String body) {
    boolean isReview = body.contains("You are reviewer");
    int times = (isReview ? reviews : works).incrementAndGet();
    if (isReview && times == 1) {
      Eventually.holds("the cache is there", () -> Files.exists(memory("reputation_cache.json")));
    }
    if (!isReview && times == 2) {
      Eventually.holds("the score is there", () -> lines("score_log.jsonl") > 0);
      Eventually.holds("the review is there", () -> lines("peer_reviews.jsonl") == 1);
      seen.set(true);
    }
    int score = times == 1 ? 10 : 90;
    return isReview
        ? "{\"score\": %d, \"comment\": \"clear\"}".formatted(score)
        : "UDP has no connection.";
  }

  private long lines(String name) {
    return new LocalDisk()
        .read(memory(name))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8).lines().count())
        .orElse(0L);
  }

  private Path memory(String name) {
    return place.resolve("memory").resolve(name);
  }

  /** Types the lines of a level; addresses of services are those of the loopback. */
  private String type(String level) throws IOException {
    String page = Files.readString(Path.of("../../docs/teams.md"));
    String after = page.substring(page.indexOf("\n" + level + ", "));
    String block = after.substring(after.indexOf("```text\n") + 8);
    StringBuilder said = new StringBuilder();
    for (String line : block.substring(0, block.indexOf("```")).lines().toList()) {
      String here =
          line.replace("http://localhost:11434", url())
              .replace("https://api.flock.io", url())
              .replace("http://127.0.0.1:8000", url());
      List<String> words = words(here);
      switch (words.getFirst()) {
        case "export" -> {
          int at = words.get(1).indexOf('=');
          environment.put(words.get(1).substring(0, at), words.get(1).substring(at + 1));
        }
        case "cd" -> {
          place = place.resolve(words.get(1));
          team(SEED);
        }
        case "ollama" -> {}
        default -> {
          // The chain of this test is the mock, which needs no endpoint.
          if (!line.contains("chain.backend")) {
            said.append(run(words.subList(1, words.size())));
          }
        }
      }
    }
    return said.toString();
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find()) {
      words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    return words;
  }

  private String run(List<String> words) {
    return run(words, ExitCode.DONE);
  }

  private String run(List<String> words, ExitCode expected) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
    World world =
        new World(
            environment,
            place,
            InputStream.nullInputStream(),
            both,
            both,
            () -> false,
            new LocalDisk(),
            InstantSource.system(),
            new SecureRandom());
    ExitCode exit = new Program(world).run(words.toArray(String[]::new));
    String said = out.toString(StandardCharsets.UTF_8);
    assertThat(exit).as("sbp %s: %s", String.join(" ", words), said).isEqualTo(expected);
    return said;
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void allThreeLevelsRunAsTheyAreTyped() throws Exception {
    assertThat(type("Level 0")).contains("1 of 1 accepted", "UDP has no connection.", "watch");
    assertThat(asked)
        .filteredOn(call -> call.startsWith("/api/chat"))
        .singleElement()
        .asString()
        .contains("\"model\":\"qwen2.5:7b\"");

    assertThat(type("Level 1")).contains("1 of 1 accepted", "ranked by words (BM25)");
    assertThat(asked)
        .anyMatch(call -> call.contains("\"model\":\"qwen3-30b-a3b\""))
        .anyMatch(call -> call.contains("\"name\":\"agent_planner\""))
        .anyMatch(call -> call.startsWith("/api/v2/") && call.contains("/upsert"));

    team(SEED + "  - {id: reviewer, role: Reviews., model: flock/qwen3-30b-a3b}\n");
    assertThat(type("Level 2"))
        .contains("settled", "1 of 1 accepted", "rated task", "90.00 from 1 verified");
  }

  @Test
  void aTeamWithAMemberWithoutAModelSaysSoBeforeItStarts() throws Exception {
    run(List.of("init", "--llm", "openai"));
    environment.put("FLOCK_API_KEY", "k");
    team(SEED.replace("    model: flock/qwen3-30b-a3b\n", ""));

    assertThat(run(List.of("team", "run", "--file", "config/agents.yaml", "x"), ExitCode.REFUSED))
        .contains("planner: which model? Set llm.openai.model:", "sbp config set llm.openai.model");
    assertThat(asked).isEmpty();
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void theLiveFilesFollowWhileATeamRuns() throws Exception {
    run(List.of("init", "n", "--local"));
    place = folder.resolve("n");
    run(List.of("config", "set", "llm.backend", "ollama/qwen2.5:7b"));
    run(List.of("config", "set", "llm.openai.base_url", url()));
    run(List.of("config", "set", "teams.live_files", "true"));
    team(
        """
        reputation: {peer_review_agents: [reviewer]}
        agents:
          - {id: planner, role: Plans.}
          - {id: reviewer, role: Reviews.}
        """);
    isLive = true;

    assertThat(run(List.of("team", "run", "--file", "config/agents.yaml", "x")))
        .contains("1 of 1 accepted");
    assertThat(seen).isTrue();
    // The last verdict is in the files when the team has ended.
    assertThat(lines("peer_reviews.jsonl")).isEqualTo(2);
    assertThat(memory("evolution_log.jsonl")).exists();
  }

  @Test
  void aFallbackModelOfAnotherServiceIsRefused() throws Exception {
    run(List.of("init", "--llm", "openai"));
    environment.put("FLOCK_API_KEY", "k");
    String key = "    model: flock/qwen3-30b-a3b\n    fallback_models: [flock/large, %s]\n";
    String model = "    model: flock/qwen3-30b-a3b\n";
    team(SEED.replace(model, key.formatted("ollama/small")));

    assertThat(run(List.of("team", "run", "--file", "config/agents.yaml", "x"), ExitCode.REFUSED))
        .contains("agents.yaml:24", "ollama/small is a model of ollama", "provider is flock");
  }

  @Test
  void aModelOfAnotherServiceIsRefusedWithItsLine() throws Exception {
    run(List.of("init", "--llm", "openai"));
    environment.put("FLOCK_API_KEY", "k");
    team(SEED.replace("model: flock/qwen3-30b-a3b", "model: ollama/qwen2.5:7b"));

    assertThat(run(List.of("team", "run", "--file", "config/agents.yaml", "x"), ExitCode.REFUSED))
        .contains("agents.yaml:23", "ollama/qwen2.5:7b is a model of ollama", "provider is flock");
    assertThat(asked).isEmpty();
  }

  @Test
  void aBackendMayBeNamedByItsServiceWithItsModel() throws Exception {
    run(List.of("init", "n", "--local"));
    place = folder.resolve("n");
    assertThat(run(List.of("config", "set", "llm.backend", "ollama")))
        .contains("llm.backend is openai now", "which model?", "llm.backend ollama/NAME");
    assertThat(run(List.of("config", "set", "llm.backend", "ollama/qwen2.5:7b")))
        .contains("llm.openai.preset is ollama now", "llm.openai.model is qwen2.5:7b now");
    assertThat(run(List.of("config", "get", "llm.openai.model"))).contains("qwen2.5:7b");
    assertThat(
            run(
                List.of("config", "set", "llm.backend", "ollama/qwen2.5:7b"),
                ExitCode.NOTHING_TO_DO))
        .contains("already");
  }

  @Test
  void aTeamWithoutAModelNeedsTheOneCommandThatItsRefusalSays() throws Exception {
    run(List.of("init", "n", "--local"));
    place = folder.resolve("n");
    team("agents:\n  - {id: planner, role: Plans.}\n");
    List<String> line = List.of("team", "run", "--file", "config/agents.yaml", "x");
    String refusal = run(line, ExitCode.REFUSED);
    Matcher command = Pattern.compile("with Ollama:  sbp ([^;]+);").matcher(refusal);
    assertThat(command.find()).as(refusal).isTrue();

    run(words(command.group(1)));
    run(List.of("config", "set", "llm.openai.base_url", url()));
    assertThat(run(line)).contains("1 of 1 accepted", "UDP has no connection.");
  }

  private void team(String text) throws IOException {
    Path config = Files.createDirectories(place.resolve("config"));
    Files.writeString(config.resolve("agents.yaml"), text);
  }
}
