package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testkit.BuiltProgram;

/**
 * One machine of a cluster: a node directory, and the built program with the built plugin as
 * processes of its own.
 *
 * @param node its directory
 * @param userHome where the program finds nothing of this user's
 */
record Machine(Node node, Path userHome) {
  private static final Path PROGRAM = built("sbp.program", "../../sbp/target/sbp.jar");
  private static final Path PLUGINS = built("sbp.plugins", "../target/bundled");

  /** A running {@code sbp}. */
  record Running(Process process, Path errors) {

    /** Ends it as a power cut does: nothing of it runs any more when this returns. */
    void kill() {
      process.destroyForcibly();
      exitCode();
    }

    /** Sends it a signal by its name, such as STOP. */
    void signal(String name) throws IOException {
      Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
      assertThat(new Running(kill, errors).exitCode()).as("kill -%s", name).isZero();
    }

    int exitCode() {
      try {
        return process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    String errorOutput() {
      try {
        return Files.readString(errors, StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Starts a command, whose output goes nowhere. */
  Running start(String... command) {
    return start(ProcessBuilder.Redirect.DISCARD, command);
  }

  /** Starts {@code serve} and waits until it listens; the process and its URL. */
  Serving serve() {
    Running running = start(ProcessBuilder.Redirect.PIPE, "serve", "--json");
    try {
      // Left open: a closed output would end the server.
      BufferedReader output = running.process().inputReader(StandardCharsets.UTF_8);
      StringBuilder text = new StringBuilder();
      for (String line = ""; !line.equals("}"); text.append(line)) {
        line = output.readLine();
        assertThat(line).as("serve: %s", running.errorOutput()).isNotNull();
      }
      JsonObject ready = JsonReader.wireObject(text.toString().getBytes(StandardCharsets.UTF_8));
      return new Serving(running, ready.string("url").orElseThrow());
    } catch (IOException | MalformedJson e) {
      throw new IllegalStateException(running.errorOutput(), e);
    }
  }

  /** A server that listens. */
  record Serving(Running running, String url) {}

  private Running start(ProcessBuilder.Redirect output, String... command) {
    List<String> words = new ArrayList<>(new BuiltProgram(PROGRAM).command());
    words.addAll(List.of(command));
    try {
      Path errors = Files.createTempFile(userHome, "sbp", ".err");
      ProcessBuilder builder =
          new ProcessBuilder(words).redirectOutput(output).redirectError(errors.toFile());
      Map<String, String> environment = builder.environment();
      environment.keySet().removeIf(name -> name.startsWith("SBP") || name.startsWith("XDG"));
      environment.put("HOME", userHome.toString());
      environment.put(NodeHome.ACCEPT_VARIABLE, "1");
      environment.put("SBP_HOME", node.home().root().toString());
      environment.put("SBP_BUNDLED_PLUGINS", PLUGINS.toString());
      return new Running(builder.start(), errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the build says that it is, or else where a build of this checkout would have put it. */
  private static Path built(String name, String inCheckout) {
    Path path = Path.of(System.getProperty(name, inCheckout)).toAbsolutePath().normalize();
    if (!Files.exists(path)) {
      throw new IllegalStateException(
          path + " is missing; build it first: mvn -DskipTests package");
    }
    return path;
  }
}
