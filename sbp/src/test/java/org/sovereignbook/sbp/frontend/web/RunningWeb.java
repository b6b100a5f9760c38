package org.sovereignbook.sbp.frontend.web;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Tty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp web} of a node, in this process, with a client of its API. */
final class RunningWeb implements AutoCloseable {
  private final TestNode node;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Thread thread;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  private RunningWeb(TestNode node, List<String> more) {
    this.node = node;
    List<String> words =
        Stream.concat(Stream.of("web", "--port", "0", "--no-open"), more.stream()).toList();
    this.thread = Thread.ofPlatform().start(() -> run(out, words));
    Eventually.holds(
        "the address is printed", () -> out.toString(StandardCharsets.UTF_8).contains("\n"));
    this.url = out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
  }

  static RunningWeb of(TestNode node, String... more) {
    return new RunningWeb(node, List.of(more));
  }

  /** Runs a command of the owner at the command line, and returns its output. */
  String sbp(String... words) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    run(printed, Arrays.asList(words));
    return printed.toString(StandardCharsets.UTF_8);
  }

  /**
   * Runs a command of the owner at a terminal, where the owner types a line when asked.
   *
   * @throws IllegalStateException with what was printed, if the command does not succeed
   */
  String typed(String line, List<String> words) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    InputStream in = new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.UTF_8));
    ExitCode exit = run(printed, words, in, () -> true);
    String text = printed.toString(StandardCharsets.UTF_8);
    if (exit != ExitCode.DONE) {
      throw new IllegalStateException(words + ": " + exit + " " + text);
    }
    return text;
  }

  private void run(ByteArrayOutputStream to, List<String> words) {
    var _ = run(to, words, InputStream.nullInputStream(), () -> false);
  }

  private ExitCode run(ByteArrayOutputStream to, List<String> words, InputStream in, Tty terminal) {
    World world =
        new World(
            Map.of("SBP_HOME", node.node().home().root().toString(), "HOME", user(node).toString()),
            node.node().home().root(),
            in,
            new PrintStream(to, true, StandardCharsets.UTF_8),
            new PrintStream(to, true, StandardCharsets.UTF_8),
            terminal,
            node.node().disk(),
            node.node().clock(),
            new SecureRandom());
    return new Program(world).run(words.toArray(String[]::new));
  }

  /** Returns the home folder of the node's user, with the plugins that this user accepted. */
  static Path user(TestNode node) {
    return node.node().home().root().resolveSibling("user");
  }

  /** Returns the first line that the command printed. */
  String url() {
    return url;
  }

  String token() {
    return url.substring(url.indexOf('#') + 1);
  }

  URI at(String path) {
    return URI.create(url.substring(0, url.indexOf('/', "http://".length()))).resolve(path);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(at(path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpRequest.Builder own(String path) {
    return request(path).header("Authorization", "Bearer " + token());
  }

  /** Returns the document of a view. */
  JsonObject get(String path) throws Exception {
    return json(send(own(path)));
  }

  static JsonObject json(HttpResponse<String> answer) throws Exception {
    return (JsonObject) JsonReader.file(answer.body().getBytes(StandardCharsets.UTF_8));
  }

  /** Does an action. */
  HttpResponse<String> act(JsonObject asked) throws Exception {
    return send(
        own("/api/do").POST(HttpRequest.BodyPublishers.ofString(JsonWriter.compact(asked))));
  }

  static JsonObject action(String command, JsonObject arguments) {
    return JsonObject.builder().put("command", command).put("arguments", arguments).build();
  }

  /** Opens the stream of events. */
  HttpResponse<Stream<String>> events(String path) throws Exception {
    return client.send(own(path).build(), HttpResponse.BodyHandlers.ofLines());
  }

  /** Ends the server. */
  void pause() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }

  /** Starts another server at the same port. */
  void resume() {
    out.reset();
    List<String> words = List.of("web", "--port", Integer.toString(at("/").getPort()), "--no-open");
    thread = Thread.ofPlatform().start(() -> run(out, words));
    Eventually.holds("it listens again", () -> out.toString(StandardCharsets.UTF_8).contains("\n"));
  }

  @Override
  public void close() {
    client.shutdownNow();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
