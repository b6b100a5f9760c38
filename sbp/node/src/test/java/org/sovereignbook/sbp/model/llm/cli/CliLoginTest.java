package org.sovereignbook.sbp.model.llm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestNode;

/** The user's login in a run: what the program refreshes is the user's, whatever happens. */
@DisabledOnOs(OS.WINDOWS)
class CliLoginTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** In the program's script: the run's copy. */
  private static final String COPY = "../support/home/login.json";

  @TempDir private Path folder;
  private TestNode node;
  private Path program;
  private Path login;

  @BeforeEach
  void prepare() throws IOException {
    node = TestNode.in(folder.resolve("node"));
    program = folder.resolve("fake");
    login = folder.resolve("home/.fake/login.json");
    Files.createDirectories(login.getParent());
    Files.createDirectory(folder.resolve("scratch"));
    logIn("token-of-the-user", 1000);
  }

  private static String credential(String token, long expires) {
    return "{\"mine\":{\"access\":\"%s\",\"expires\":%d}}".formatted(token, expires);
  }

  private void logIn(String token, long expires) throws IOException {
    Files.writeString(login, credential(token, expires));
  }

  /** What the program does when it refreshes the login, all at once as real ones do. */
  private static String refresh(String token, long expires) {
    return "echo '" + credential(token, expires) + "' >new; mv new " + COPY;
  }

  private void script(String... lines) throws IOException {
    Files.writeString(program, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private LlmAnswer run() throws LlmException, InterruptedException {
    return run(LONG);
  }

  private LlmAnswer run(Duration timeout) throws LlmException, InterruptedException {
    JsonObject settings =
        JsonObject.builder()
            .put("program", program.toString())
            .put("login", login.toString())
            .build();
    return backend()
        .answer(
            new LlmRequest(
                "reader",
                LlmRequest.Mode.ANSWER,
                "judge",
                List.of(),
                new LlmRequest.OutputFile("answer.json", Optional.empty()),
                Optional.empty(),
                new LlmRequest.Budget(1000, Optional.empty(), timeout),
                new LlmRequest.Context(
                    Config.at("llm.fake", settings),
                    node.node().clock(),
                    node.node().random(),
                    folder.resolve("scratch"),
                    node.node()::identity)));
  }

  private CliBackend backend() {
    return new CliBackend(new FakeCli(), environment());
  }

  private Map<String, String> environment() {
    return Map.of("PATH", System.getenv("PATH"), "HOME", folder.resolve("home").toString());
  }

  @Test
  void itIsFoundWhereTheProgramKeepsIt() throws IOException {
    assertThat(backend().findLogin(environment())).contains(login);

    Files.delete(login);
    assertThat(backend().findLogin(environment())).isEmpty();
  }

  @Test
  void aRunHasACopyAndWhatItRefreshesIsTheUsers() throws Exception {
    script("grep -c token-of-the-user " + COPY, refresh("refreshed-token", 2000));

    assertThat(run().output().strip()).isEqualTo("1");

    assertThat(Files.readString(login)).contains("refreshed-token", "2000");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(login)))
        .isEqualTo("rw-------");
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void itIsBroughtBackWhileTheProgramStillRuns() throws Exception {
    script(
        refresh("refreshed-token", 2000),
        "until grep -q refreshed-token '" + login + "'; do sleep 0.05; done",
        "echo the user has it");

    assertThat(run().output()).contains("the user has it");
  }

  @Test
  void itIsBroughtBackAlsoWhenTheRunFails() throws Exception {
    script(refresh("refreshed-token", 2000), "exit 1");

    assertThatThrownBy(this::run).isInstanceOf(LlmException.class);

    assertThat(Files.readString(login)).contains("refreshed-token");
  }

  @Test
  void whatTheUsersOwnProgramRefreshedMeanwhileIsNotReplacedByAnOlderOne() throws Exception {
    script(
        "echo '" + credential("newest-of-all", 3000) + "' >'" + login + "'",
        refresh("refreshed-token", 2000),
        "echo done");

    run();

    assertThat(Files.readString(login)).contains("newest-of-all", "3000");
  }

  @Test
  void ofTwoRefreshedTheLaterOneStays() throws Exception {
    script(
        "echo '" + credential("the-users-next", 1500) + "' >'" + login + "'",
        refresh("refreshed-token", 2000),
        "echo done");

    run();

    assertThat(Files.readString(login)).contains("refreshed-token", "2000");
  }

  @Test
  void whoLogsOutMeanwhileStaysLoggedOut() throws Exception {
    script("rm '" + login + "'", refresh("refreshed-token", 2000), "echo done");

    run();

    assertThat(login).doesNotExist();
  }

  @Test
  void aProgramThatThrowsItsLoginAwayLogsNobodyOut() throws Exception {
    script("echo '{}' >" + COPY, "echo done");
    run();
    script("rm " + COPY, "echo done");
    run();

    assertThat(Files.readString(login)).contains("token-of-the-user");
  }

  @Test
  void twoRunsAtOnceTakeTurnsSoThatNoRefreshIsLost() throws Exception {
    // Each goes on from what the one before has left; two at once would find the folder there.
    script(
        "mkdir '" + folder + "/in-use' || exit 1",
        "old=$(tr -dc '0-9' <" + COPY + ")",
        "echo '{\"mine\":{\"expires\":'$((old + 1))'}}' >" + COPY,
        "rmdir '" + folder + "/in-use'",
        "echo done");
    FutureTask<LlmAnswer> other = new FutureTask<>(this::run);
    Thread.ofVirtual().start(other);

    run();
    other.get();

    assertThat(Files.readString(login)).contains("1002");
  }

  @Test
  void whatAKilledRunHasLeftIsBroughtBackByTheNext() throws Exception {
    Path left = folder.resolve("left-behind.json");
    Files.writeString(left, credential("refreshed-token", 2000));
    String common = ContentHash.ofBytes(Files.readAllBytes(login)).toString();
    Files.writeString(
        login.resolveSibling("login.json.sbp"),
        "{\"copy\":\"%s\",\"common\":\"%s\",\"run\":\"SBP_AGENT_RUN=gone\"}"
            .formatted(left, common));
    script("grep -c refreshed-token " + COPY);

    assertThat(run().output().strip()).isEqualTo("1");

    assertThat(Files.readString(login)).contains("refreshed-token");
    assertThat(login.resolveSibling("login.json.sbp")).isEmptyFile();
    assertThat(left).doesNotExist();
  }

  @Test
  void aLinkedLoginStaysALink() throws Exception {
    Path real = folder.resolve("dotfiles.json");
    Files.move(login, real);
    Files.createSymbolicLink(login, real);
    script(refresh("refreshed-token", 2000), "echo done");

    run();

    assertThat(login).isSymbolicLink();
    assertThat(Files.readString(real)).contains("refreshed-token");
  }

  @Test
  void noTokenIsInWhatTheProgramSaid() throws Exception {
    script("cat " + COPY, refresh("refreshed-token", 2000), "cat " + COPY);

    assertThat(run().output())
        .contains("[login]")
        .doesNotContain("token-of-the-user", "refreshed-token");
  }

  @Test
  void withoutTheFileItSaysWhatToDo() throws Exception {
    Files.delete(login);
    script("echo done");

    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(
            LlmException.class, e -> assertThat(e.kind()).isEqualTo(LlmException.Kind.SETUP))
        .hasMessageContaining(login.toString())
        .hasMessageContaining("log in again");
  }

  @Test
  void onlyTheCredentialThatTheRunRefreshedChanges() throws Exception {
    JsonObject kept = json("{\"a\":{\"key\":\"k\"},\"b\":{\"expires\":5},\"new\":{\"key\":\"n\"}}");
    JsonObject refreshed =
        json("{\"a\":{\"key\":\"old\"},\"b\":{\"expires\":6,\"refresh\":\"\"},\"gone\":{}}");

    assertThat(LoginMerge.newest(kept, refreshed, false))
        .isEqualTo(json("{\"a\":{\"key\":\"k\"},\"b\":{\"expires\":6},\"new\":{\"key\":\"n\"}}"));
  }

  private static JsonObject json(String text) throws Exception {
    return (JsonObject)
        org.sovereignbook.sbp.base.json.JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }
}
