package org.sovereignbook.sbp.model.llm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestNode;

/** A program that is a shell script of the test, run as a coding CLI. */
abstract class CliScene {
  static final String OUTPUT = "operational/reader-decisions.json";
  static final String SECRET = "sk-0123456789abcdef";
  static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;
  TestNode node;
  Path program;
  Path scratches;
  final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void prepare() throws IOException {
    scratches = Files.createDirectory(folder.resolve("scratches"));
    program = folder.resolve("bin/fake");
    Files.createDirectories(folder.resolve("bin"));
    Files.createDirectories(folder.resolve("home"));
    node = TestNode.in(folder.resolve("node"));
    node.configure(
        JsonObject.builder()
            .put("llm", JsonObject.builder().put("scratch_folder", scratches.toString()).build())
            .build());
    environment.putAll(
        Map.of(
            "PATH",
            System.getenv("PATH"),
            "HOME",
            folder.resolve("home").toString(),
            "FAKE_API_KEY",
            SECRET,
            "AWS_SECRET_ACCESS_KEY",
            "not yours",
            "LISTED",
            "passed on"));
  }

  /** Whatever a program did, nothing of the run is left. */
  @AfterEach
  void nothingIsLeftOfTheRun() throws IOException {
    try (Stream<Path> left = Files.list(scratches)) {
      assertThat(left).isEmpty();
    }
    assertThat(processesOfTheTest()).isEmpty();
  }

  List<ProcessHandle> processesOfTheTest() {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process.info().commandLine().stream()
                    .anyMatch(line -> line.contains(program.toString())))
        .toList();
  }

  void script(String... lines) throws IOException {
    Files.writeString(program, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  LlmRequest request(LlmRequest.Mode mode, Duration timeout, List<LlmRequest.Input> inputs) {
    return new LlmRequest(
        "reader",
        mode,
        "/help me judge",
        inputs,
        new LlmRequest.OutputFile(OUTPUT, Optional.empty()),
        Optional.empty(),
        new LlmRequest.Budget(1000, Optional.empty(), timeout),
        new LlmRequest.Context(
            Config.at(
                "llm.fake",
                JsonObject.builder()
                    .put("program", program.toString())
                    .put("environment", JsonArray.ofStrings(List.of("LISTED", "NOT_SET")))
                    .build()),
            node.node().clock(),
            node.node().random(),
            scratches,
            node.node()::identity));
  }

  LlmRequest request(LlmRequest.Mode mode) {
    return request(
        mode,
        LONG,
        List.of(
            new LlmRequest.Input("ethos.md", "be kind\n", false),
            new LlmRequest.Input("operational/inbox-digest.json", "{\"items\": []}", true)));
  }

  LlmAnswer run(LlmRequest request) throws LlmException, InterruptedException {
    return new CliBackend(new FakeCli(), environment).answer(request);
  }

  LlmException failure(LlmRequest request) {
    try {
      LlmAnswer answer = run(request);
      throw new AssertionError("it answered " + answer);
    } catch (LlmException e) {
      return e;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
