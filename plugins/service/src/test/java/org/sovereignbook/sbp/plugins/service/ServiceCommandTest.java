package org.sovereignbook.sbp.plugins.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/**
 * {@code sbp service}: real files, with service managers that only write down what they are told.
 */
class ServiceCommandTest {
  @TempDir Path folder;
  private Path home;
  private Path tools;
  private Path node;

  @BeforeEach
  void aNodeInAnAwkwardFolder() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    tools = Files.createDirectory(folder.resolve("tools"));
    for (String manager : List.of("systemctl", "launchctl", "schtasks")) {
      program(manager, "echo \"${0##*/} $*\" >>\"$HOME/told\"; echo active");
    }
    program("id", "echo 501");
    program(
        "crontab",
        "case $1 in -l) [ -f \"$HOME/table\" ] || exit 1; /bin/cat \"$HOME/table\" ;;"
            + " -) /bin/cat >\"$HOME/table\" ;; esac");
    program("sbp", "exit 0");
    node = folder.resolve("My 100% \"node\" $x");
    sbp("init", node.toString(), "--local", "--name", "Ada & co");
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private CliTest.Ran sbp(String... words) {
    return CliTest.in(Files.exists(node()) ? node() : folder)
        .with("PATH", tools.toString())
        .with("HOME", home.toString())
        .with("SBP", tools.resolve("sbp").toString())
        .run(words);
  }

  private Path node() {
    return node == null ? folder : node;
  }

  private CliTest.Ran service(String kind, String... words) {
    return sbp(
        Stream.concat(
                Stream.of("service"), Stream.concat(Stream.of(words), Stream.of("--kind", kind)))
            .toArray(String[]::new));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("told"))
          .sorted()
          .toList();
    }
  }

  private String told() throws IOException {
    Path told = home.resolve("told");
    return Files.exists(told) ? Files.readString(told) : "";
  }

  @Test
  void systemdGetsServerAndTimerAndIsToldToStartThem() throws IOException {
    CliTest.Ran ran = service("systemd", "install", "--json");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().bool("started")).contains(true);
    assertThat(files())
        .map(file -> home.relativize(file).toString())
        .containsExactly(
            ".config/systemd/user/sbp-my-100-node-x-serve.service",
            ".config/systemd/user/sbp-my-100-node-x-tick.service",
            ".config/systemd/user/sbp-my-100-node-x-tick.timer");
    assertThat(told())
        .isEqualTo(
            """
            systemctl is-system-running
            systemctl --user daemon-reload
            systemctl --user enable sbp-my-100-node-x-serve.service sbp-my-100-node-x-tick.timer
            systemctl --user restart sbp-my-100-node-x-serve.service sbp-my-100-node-x-tick.timer
            """);
  }

  @Test
  void theHandoffReportTellsWhatIsInstalled() throws IOException {
    Path report = node().resolve("HANDOFF-REPORT.md");
    Files.writeString(report, Files.readString(report) + "\nmy own remark\n");

    service("systemd", "install");
    assertThat(report)
        .content()
        .contains("sbp-my-100-node-x-serve.service` started", "my own remark")
        .doesNotContain("The services are not installed");

    service("systemd", "uninstall");
    assertThat(report).content().contains("The services are not installed", "my own remark");

    assertThat(sbp("handoff", "--json").json().string("file")).contains(report.toString());
  }

  @Test
  void systemdItselfFindsNoFaultInTheUnits() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/systemd-analyze")),
        "systemd-analyze is not installed here, so the units are not verified");
    service("systemd", "install");
    ProcessBuilder verify =
        new ProcessBuilder(
            Stream.concat(
                    Stream.of("/usr/bin/systemd-analyze", "verify", "--user"),
                    files().stream().map(Path::toString))
                .toList());
    verify.environment().put("HOME", home.toString());
    verify.environment().put("XDG_RUNTIME_DIR", folder.toString());
    Process process = verify.redirectErrorStream(true).start();

    String found = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(found).isZero();
    assertThat(found).doesNotContain("sbp-my-100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"systemd", "launchd", "windows", "cron"})
  void installingAgainChangesNothingAndUninstallingLeavesNothing(String kind) throws IOException {
    assertThat(service(kind, "status", "--json").json().bool("installed")).contains(false);
    assertThat(service(kind, "status").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    JsonObject first = service(kind, "install", "--json").json();
    JsonObject again = service(kind, "install", "--json").json();

    assertThat(first.bool("changed")).contains(true);
    assertThat(again.bool("changed")).contains(false);
    assertThat(service(kind, "status", "--json").json().bool("installed")).contains(true);
    assertThat(service(kind, "uninstall", "--json").exit()).isEqualTo(ExitCode.DONE);
    assertThat(service(kind, "uninstall", "--json").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(files()).allSatisfy(file -> assertThat(file).isEmptyFile());
  }

  @ParameterizedTest
  @ValueSource(strings = {"launchd", "windows"})
  void definitionsInXmlAreWellFormedAndNameTheNode(String kind) throws Exception {
    service(kind, "install");

    assertThat(files()).hasSize(2);
    for (Path file : files()) {
      var factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      String text =
          factory
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(Files.readAllBytes(file)))
              .getDocumentElement()
              .getTextContent();
      assertThat(text).contains(node.toString());
    }
  }

  @Test
  void launchdIsToldToForgetTheOldAgentsFirst() throws IOException {
    service("launchd", "install");

    assertThat(told().lines())
        .startsWith("launchctl bootout gui/501/org.sovereignbook.my-100-node-x.serve")
        .endsWith(
            "launchctl bootstrap gui/501 "
                + home.resolve("Library/LaunchAgents/org.sovereignbook.my-100-node-x.tick.plist"));
  }

  @Test
  void aCrontabKeepsItsOtherLinesAndEscapesPercent() throws IOException {
    Files.writeString(home.resolve("table"), "0 5 * * * mine\n");

    service("cron", "install");
    assertThat(Files.readString(home.resolve("table")))
        .startsWith("0 5 * * * mine\n# BEGIN sbp my-100-node-x\n")
        .contains("My 100\\% ")
        .contains("*/15 * * * *", "@reboot");

    service("cron", "uninstall");
    assertThat(Files.readString(home.resolve("table"))).isEqualTo("0 5 * * * mine\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"systemd", "launchd", "windows", "cron"})
  void servicesOfAnotherNodeAreLeftAloneAndAnotherNameIsFoundAgain(String kind) throws IOException {
    service(kind, "install", "--name", "shared");
    Path first = node;
    node = null;
    Path second = folder.resolve("second");
    sbp("init", second.toString(), "--local");
    node = second;
    List<Path> before = files();

    assertThat(service(kind, "install", "--name", "shared").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(service(kind, "uninstall", "--name", "shared").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(service(kind, "install").exit()).isEqualTo(ExitCode.DONE);
    assertThat(service(kind, "uninstall").exit()).isEqualTo(ExitCode.DONE);
    assertThat(files()).isEqualTo(before);

    node = first;
    assertThat(service(kind, "status", "--json").json().bool("installed")).contains(true);
    assertThat(service(kind, "uninstall").out())
        .contains(kind.equals("cron") ? "crontab" : "shared");
  }

  @Test
  void withoutASessionOfSystemdTheFilesAreWrittenAndItSaysWhatToDo() throws IOException {
    program("systemctl", "echo 'Failed to connect to bus'; exit 1");

    CliTest.Ran ran = service("systemd", "install");

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err())
        .contains("Failed to connect to bus", "enable-linger", "systemctl --user daemon-reload");
    assertThat(files()).hasSize(3);
  }

  @Test
  void theExitCodeOfStatusSaysWhetherThereIsSomethingThatRuns() throws IOException {
    assertThat(service("systemd", "status").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    service("systemd", "install");

    program("systemctl", "echo active");
    assertThat(service("systemd", "status").exit()).isEqualTo(ExitCode.DONE);
    program("systemctl", "echo failed; exit 3");
    assertThat(service("systemd", "status").exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(service("systemd", "status", "--json").json().bool("running")).contains(false);
  }

  @Test
  void noStartOnlyWritesAndPrintWritesNothing() throws IOException {
    CliTest.Ran printed = service("systemd", "--print");
    assertThat(printed.out()).contains("ExecStart=", "systemctl --user enable");
    assertThat(
            service("systemd", "--print", "--json").json().array("files").orElseThrow().objects())
        .hasSize(3);
    assertThat(files()).isEmpty();

    assertThat(service("systemd", "install", "--no-start").exit()).isEqualTo(ExitCode.DONE);
    assertThat(told()).isEmpty();
    assertThat(files()).hasSize(3);
  }

  @Test
  void theFilesThatInitMakesAreThoseThatAreInstalled() throws IOException {
    service("systemd", "install");

    for (Path file : files()) {
      assertThat(node.resolve("services").resolve(file.getFileName()))
          .hasSameTextualContentAs(file);
    }
  }

  @Test
  void aFolderWhoseNameHoldsALineOfACrontabIsNoNode() throws IOException {
    Path hostile = folder.resolve("node\n* * * * * touch pwned #");
    for (List<String> line :
        List.of(
            List.of("init", hostile.toString(), "--local"),
            List.of("--home", hostile.toString(), "service", "--print"),
            List.of("--home", hostile.toString(), "status"))) {
      CliTest.Ran ran = CliTest.in(folder).run(line.toArray(String[]::new));

      assertThat(ran.exit()).as(line + ran.err()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
      assertThat(ran.err()).contains("it holds a control character").doesNotContain("\n* *");
    }
    assertThat(hostile).doesNotExist();
  }

  @Test
  void whereSystemdDoesNotRunNothingIsWrittenAndUpOrCronIsNamed() throws IOException {
    program("systemctl", "echo offline; exit 1");
    String before = Files.readString(node.resolve("HANDOFF-REPORT.md"));

    CliTest.Ran ran = service("systemd", "install");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err())
        .contains("systemd does not run here", "sbp up", "sbp service install --kind cron");
    assertThat(files()).isEmpty();
    assertThat(Files.readString(node.resolve("HANDOFF-REPORT.md"))).isEqualTo(before);
    assertThat(service("systemd", "install", "--no-start").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void withoutAServiceManagerNothingIsWrittenAndAnotherWayIsNamed() throws IOException {
    Path node = folder.resolve("alone");
    CliTest cli = CliTest.in(folder).with("PATH", folder.resolve("empty").toString());
    assertThat(cli.run("init", node.toString(), "--local").exit()).isEqualTo(ExitCode.DONE);
    String before = Files.readString(node.resolve("HANDOFF-REPORT.md"));

    CliTest.Ran ran = cli.run("service", "install", "--kind", "cron", "--home", node.toString());

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("no service manager here", "sbp up");
    assertThat(node.resolve("HANDOFF-REPORT.md")).hasContent(before);
  }

  @Test
  void aNameThatIsNoFileNameIsRefused() {
    assertThat(service("systemd", "install", "--name", "../x").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }
}
