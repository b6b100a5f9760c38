package org.sovereignbook.sbp.plugins.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.plugins.demo.Profiles.Profile;
import org.sovereignbook.sbp.plugins.demo.script.Children;
import org.sovereignbook.sbp.plugins.demo.script.DemoLauncher;
import org.sovereignbook.sbp.plugins.demo.script.NodeProcess;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class DemoPartsTest {
  @TempDir Path folder;

  @Test
  void aLineIsShownWithItsNodeAndWithoutTheDate() {
    assertThat(PlainView.eventLine("Loam", "[reader] 2026-03-17T12:05:00Z notes: \"x\""))
        .isEqualTo("Loam      12:05:00 [reader] notes: \"x\"");
  }

  @Test
  void aLineThatSteersTheTerminalIsMadeHarmless() {
    assertThat(PlainView.eventLine("Loam", "a\u001b[2J\u202eb")).doesNotContain("\u001b", "\u202e");
  }

  @Test
  void plainLinesCarryPhasesAndEvents() {
    List<String> lines = new ArrayList<>();
    try (PlainView view = new PlainView(lines::add)) {
      view.phase("they meet");
      view.event("Loam", "hello");
    }

    assertThat(lines).containsExactly("== they meet", "Loam      hello");
  }

  @Test
  void onlyWhatAPhaseNeedsIsDueInItsTicks() {
    TestNode node = TestNode.in(folder);

    DemoConfig.prepare(node.node());
    assertThat(interval(node, "author")).isPositive();
    assertThat(interval(node, "network")).isPositive();

    DemoConfig.setDue(node.node(), Set.of("author"));
    assertThat(interval(node, "author")).isZero();
    assertThat(interval(node, "network")).isPositive();
  }

  @Test
  void theOperatorsOtherSettingsStay() {
    TestNode node = TestNode.in(folder);

    DemoConfig.prepare(node.node());

    var network = node.node().config().json().object("network_config").orElseThrow();
    assertThat(network.bool("allow_private_endpoints")).contains(true);
    assertThat(network.integer("endorsement_threshold")).hasValue(1);
  }

  @Test
  void withoutALauncherOneIsWrittenThatStartsThisProgram() throws Exception {
    DemoLauncher written = DemoLauncher.find(Map.of(), folder);

    assertThat(written.script()).isExecutable().hasParent(folder);
    assertThat(DemoLauncher.find(Map.of("SBP", written.script().toString()), folder))
        .isEqualTo(written);
  }

  @Test
  void aNodeRunsItsCommandsInOneProcess() throws Exception {
    Path script = folder.resolve("sbp");
    Files.writeString(
        script,
        """
        #!/bin/sh
        echo "$1, steps inside: $SBP_STEPS_INSIDE" >>"$0.log"
        while IFS= read -r line; do
          echo "said ${line##*/}" >"${line%%\037*}"
          echo 3
        done
        """
            .replace("\\037", "\037"));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    try (Children children = new Children(new DemoLauncher(script), System.getenv(), folder)) {
      NodeProcess node = children.node();

      assertThat(node.run("tick", "--home", "a node").exitCode()).isEqualTo(3);
      assertThat(node.run("tick", "--home", "a node").output()).contains("--home", "a node");
    }
    assertThat(folder.resolve("sbp.log")).hasContent("demo-node, steps inside: 1");
  }

  @Test
  void whatRunsIsEndedWithWhatItStarted() throws Exception {
    Path script = folder.resolve("sbp");
    Files.writeString(script, "#!/bin/sh\nsleep 600 &\necho started\nsleep 600\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    Children.Started child;
    List<ProcessHandle> all;
    try (Children children = new Children(new DemoLauncher(script), System.getenv(), folder)) {
      Children.Started serving = children.start("serve");
      child = serving;
      Eventually.holds("it has started", () -> serving.text().contains("started"));
      all = child.process().descendants().toList();
    }

    assertThat(all).isNotEmpty().noneMatch(ProcessTree::isRunning);
    assertThat(child.process().waitFor()).isNotZero();
  }

  @Test
  void theLastWorkAddedIsDoneFirstAndEachOnce() {
    List<String> done = new ArrayList<>();
    Cleanup cleanup = Cleanup.start();
    cleanup.add(() -> done.add("folder"));
    cleanup.add(() -> done.add("processes"));

    cleanup.close();
    cleanup.close();

    assertThat(done).containsExactly("processes", "folder");
  }

  @Test
  void nothingStartsOnceTheEndHasBegun() throws Exception {
    Children children = new Children(DemoLauncher.find(Map.of(), folder), System.getenv(), folder);
    children.close();

    assertThatThrownBy(() -> children.start("serve")).hasMessageContaining("ending");
  }

  @Test
  void theTableShowsHowEachNodeStands() {
    TestNode node = TestNode.in(folder);
    node.addPeer(
        "Alice",
        TestKeys.alice(),
        TestNode.ALICE_ENDPOINT,
        org.sovereignbook.sbp.base.protocol.TrustState.KNOWN);
    DemoNode demoNode =
        new DemoNode(
            new Profile("bob", "", List.of()),
            node.node(),
            TestKeys.bob().publicKey(),
            TestNode.BOB_ENDPOINT,
            _ -> new Children.Ended("", 0, ""));

    assertThat(LiveView.table(List.of(demoNode), List.of(NodeState.of(demoNode))).lines())
        .last()
        .asString()
        .matches("Bob +1 +0 +0 .*");
  }

  private static long interval(TestNode node, String component) {
    return node.node()
        .config()
        .json()
        .object("components")
        .flatMap(components -> components.object(component))
        .orElseThrow()
        .integer("interval_minutes")
        .orElseThrow();
  }
}
