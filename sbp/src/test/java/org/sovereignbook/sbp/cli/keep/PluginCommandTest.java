package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;

class PluginCommandTest {
  @TempDir Path folder;
  private Path home;
  private CliTest sbp;

  @BeforeEach
  void aNode() throws IOException {
    home = Files.createDirectories(folder.resolve("node"));
    sbp =
        CliTest.in(home)
            .with("HOME", folder.resolve("user").toString())
            .with("SBP_BUNDLED_PLUGINS", folder.resolve("bundled").toString());
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
  }

  private Path jar(TestPlugin plugin) {
    return plugin.writeTo(folder.resolve("given.jar"));
  }

  private CliTest.Ran install(TestPlugin plugin) {
    return sbp.run("plugin", "install", jar(plugin).toString());
  }

  private Path installed() {
    return home.resolve("runtime/plugins/llm-echo.jar");
  }

  private void choose(String backend) {
    Node node = Node.at(home);
    JsonObject config = node.config().json();
    node.writeJson(
        node.home().schedulerConfig(),
        config.with("llm", config.object("llm").orElseThrow().with("backend", backend)));
  }

  @Test
  void withoutPluginsItSaysHowToComeByOne() {
    assertThat(sbp.run("plugin").out()).contains("no plugins", "sbp plugin new NAME");
    assertThat(sbp.run("plugin", "list", "--json").json().array("plugins").orElseThrow().values())
        .isEmpty();
  }

  @Test
  void installSaysWhatItProvidesAndItsHashAndListShowsIt() {
    CliTest.Ran ran = install(TestPlugin.llm("echo"));

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.lines().getFirst()).isEqualTo("llm-echo 1.0.0 is installed");
    assertThat(ran.out()).contains("llm:echo", "says echo", "sha256:", installed().toString());
    assertThat(sbp.run("plugin", "list").lines())
        .containsExactly(
            "PLUGIN    VERSION  PROVIDES  FROM  STATE", "llm-echo  1.0.0    llm:echo  node  ok");
  }

  @Test
  void replacingSaysTheOldVersion() {
    install(TestPlugin.llm("echo"));

    assertThat(install(TestPlugin.llm("echo").version("1.1.0")).lines().getFirst())
        .isEqualTo("llm-echo 1.1.0 is installed, which replaces 1.0.0");
  }

  @Test
  void jsonHoldsEverythingAboutAPlugin() {
    install(TestPlugin.llm("echo"));

    JsonObject plugin = sbp.run("plugin", "info", "echo", "--json").json();

    assertThat(plugin.members().keySet())
        .containsExactly(
            "id",
            "version",
            "provides",
            "description",
            "provider",
            "license",
            "requires",
            "origin",
            "file",
            "sha256",
            "state",
            "why",
            "remedy",
            "docs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"llm-echo", "echo", "llm:echo", "llm-echo.jar"})
  void aPluginIsFoundByWhateverNamesIt(String name) {
    install(TestPlugin.llm("echo"));

    assertThat(sbp.run("plugin", "info", name).lines().getFirst()).isEqualTo("llm-echo 1.0.0");
    assertThat(sbp.run("plugin", "remove", name).out()).contains("llm-echo 1.0.0 is removed");
    assertThat(installed()).doesNotExist();
  }

  @Test
  void whatThereIsNotIsNotFound() {
    assertThat(sbp.run("plugin", "info", "oracle").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(sbp.run("plugin", "remove", "oracle\u001b").err())
        .contains("\"oracle\\u001b\"")
        .doesNotContain("\u001b");
    assertThat(sbp.run("plugin", "install", "nowhere.jar").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void whatIsNoPluginIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.jar"), "notes");

    CliTest.Ran ran = sbp.run("plugin", "install", text.toString());

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("notes.jar is not installed: it cannot be read as a jar");
  }

  @Test
  void theUsersFolderServesEveryNode() {
    assertThat(
            sbp.run("plugin", "install", "--user", jar(TestPlugin.llm("echo")).toString()).exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("user/.local/share/sbp/plugins/llm-echo.jar")).exists();

    CliTest elsewhere =
        CliTest.in(folder.resolve("user")).with("HOME", folder.resolve("user").toString());
    assertThat(elsewhere.run("plugin", "list").out()).contains("llm-echo", "user", "ok");
    assertThat(sbp.run("agent", "run", "author", "--llm", "echo").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(sbp.run("plugin", "remove", "echo").err()).contains("plugin remove --user llm-echo");
    assertThat(sbp.run("plugin", "remove", "--user", "echo").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void outsideOfANodeNothingIsInstalledIntoOne() {
    CliTest elsewhere = CliTest.in(folder);

    assertThat(elsewhere.run("plugin", "list").exit()).isEqualTo(ExitCode.DONE);
    assertThat(elsewhere.run("plugin", "install", jar(TestPlugin.llm("echo")).toString()).exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    assertThat(
            elsewhere
                .run("plugin", "install", "--user", jar(TestPlugin.llm("echo")).toString())
                .err())
        .contains("there is no folder for plugins of this user");
  }

  @Test
  void aBundledPluginWorksAndCannotBeRemoved() {
    TestPlugin.llm("echo").writeTo(folder.resolve("bundled/llm-echo.jar"));

    assertThat(sbp.run("agent", "run", "author", "--llm", "echo").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(sbp.run("plugin", "remove", "echo").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void initTakesAPluginThatServesItAndRefusesOneThatDoesNot() {
    TestPlugin.llm("echo").writeTo(folder.resolve("bundled/llm-echo.jar"));
    TestPlugin.llm("new").with("Plugin-Requires", "9").writeTo(folder.resolve("bundled/new.jar"));

    CliTest other = sbp.workingIn(folder);
    assertThat(other.run("init", "made", "--local", "--llm", "echo").exit())
        .isEqualTo(ExitCode.DONE);
    CliTest.Ran refused = other.run("init", "not", "--local", "--llm", "new");
    assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(refused.err()).contains("too new");
    assertThat(folder.resolve("not")).doesNotExist();
  }

  @Test
  void aRefusedPluginStopsOnlyWhatNeedsIt() throws IOException {
    install(TestPlugin.llm("echo"));
    choose("echo");
    assertThat(sbp.run("agent", "run", "author").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    Files.write(installed(), TestPlugin.llm("echo").version("6.6.6").bytes());

    CliTest.Ran refused = sbp.run("agent", "run", "author");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err())
        .contains("LLM backend echo is refused", "changed", "sbp plugin install " + installed());

    for (List<String> command :
        List.of(List.of("status"), List.of("deliver"), List.of("tick", "--dry-run"))) {
      assertThat(sbp.run(command.toArray(String[]::new)).exit())
          .as(command.toString())
          .isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    }
    CliTest.Ran doctor = sbp.run("doctor");
    assertThat(doctor.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(doctor.out())
        .contains("fail  plugins: llm-echo (node) is changed")
        .contains("fail  llm backend: LLM backend echo is refused");

    sbp.run("plugin", "install", installed().toString());
    assertThat(sbp.run("agent", "run", "author").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void aPluginThatThrowsIsFoundByDoctorAndStopsNothingElse() {
    install(TestPlugin.llm("echo").constructor("throw new LinkageError(\"boom\\u001b\");"));
    choose("echo");

    CliTest.Ran doctor = sbp.run("doctor");
    assertThat(doctor.out())
        .contains(
            "fail  llm backend: plugin llm-echo is broken: java.lang.LinkageError: boom\\u001b")
        .contains("pass  plugins");
    assertThat(sbp.run("status").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("agent", "run", "author").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aRefusedStoreStopsTheStepsButNotStatusAndDoctor() {
    Node node = Node.at(home);
    JsonObject store = JsonObject.builder().put("backend", "vault").build();
    node.writeJson(node.home().schedulerConfig(), node.config().json().with("store", store));

    assertThat(sbp.run("deliver").err()).contains("no store is called \"vault\"");
    assertThat(sbp.run("status").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("doctor").out()).contains("fail  store", "vault");
  }

  @Test
  void hostileNamesOfFilesAreSpelledOut() throws IOException {
    Path plugins = Files.createDirectories(home.resolve("runtime/plugins"));
    Files.writeString(plugins.resolve("\u001b[2J; rm -rf x\u202e.jar"), "x");

    CliTest.Ran ran = sbp.run("plugin", "list");
    assertThat(ran.out() + ran.err())
        .contains("\\u001b[2J", "sbp plugin remove '")
        .doesNotContain("\u001b", "\u202e");
    assertThat(sbp.run("doctor").out()).doesNotContain("\u001b", "\u202e");
  }

  @Test
  void newNamesTheJBangThatIsThere() throws IOException {
    Path jbang = Files.writeString(home.resolve("my-jbang"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(jbang, PosixFilePermissions.fromString("rwx------"));

    CliTest.Ran ran = sbp.with("SBP_JBANG", jbang.toString()).run("plugin", "new", "my-echo");

    assertThat(ran.out()).contains("build     " + jbang + " export local");
    assertThat(Files.readString(home.resolve("MyEcho.java"))).contains(jbang + " export local");
  }

  @Test
  void newWritesAPluginThatCompilesAndOverwritesNothing() throws IOException {
    for (String[] words :
        new String[][] {{"my-echo"}, {"my-vault", "--store"}, {"my-tides", "--feature"}}) {
      List<String> command = new java.util.ArrayList<>(List.of("plugin", "new"));
      command.addAll(List.of(words));
      CliTest.Ran ran = sbp.run(command.toArray(String[]::new));
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out()).contains("jbang export local", "sbp plugin install " + words[0]);
      assertThat(sbp.run(command.toArray(String[]::new)).exit()).isEqualTo(ExitCode.REFUSED);
    }

    assertThat(TestPlugin.compile("MyEcho", Files.readString(home.resolve("MyEcho.java"))))
        .containsKey("MyEcho.class");
    assertThat(TestPlugin.compile("MyVault", Files.readString(home.resolve("MyVault.java"))))
        .containsKeys("MyVault.class", "Recording.class");
    assertThat(TestPlugin.compile("MyTides", Files.readString(home.resolve("MyTides.java"))))
        .containsKeys("MyTides.class", "Note.class");
    assertThat(Files.readString(home.resolve("MyVault.java")))
        .contains("Sbp-Provides=store:my-vault\n")
        .doesNotContain("{{");
  }

  @ParameterizedTest
  @ValueSource(strings = {"builtin", "My", "1st", "a b", "../x", "-x", ""})
  void newRefusesWhatCannotBeAName(String name) {
    assertThat(sbp.run("plugin", "new", "--", name).exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }
}
