package com.example.audited;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.InstalledProgram;

/** The jar that was built, in the program that was built: installed, chosen, used, changed. */
class AuditedIT {
  private static final Path PLUGIN = Path.of(System.getProperty("plugin.jar"));

  @TempDir Path folder;

  @Test
  void thePluginKeepsTheNodesState() throws Exception {
    InstalledProgram sbp =
        new InstalledProgram(Path.of(System.getProperty("program.jar")), folder.resolve("node"));
    assertThat(sbp.run("init", "--local").exit()).isZero();
    Node node = Node.at(sbp.node());
    JsonObject store = JsonObject.builder().put("backend", "audited").build();
    node.writeJson(node.home().schedulerConfig(), node.config().json().with("store", store));
    assertThat(sbp.run("maintain").err())
        .contains("no store is called \"audited\"; store.backend is one of: files");
    assertThat(sbp.run("status").exit()).isZero();

    assertThat(sbp.run("plugin", "install", PLUGIN.toString()).out()).contains("store:audited");
    assertThat(sbp.run("post", draft().toString()).exit()).isZero();
    assertThat(sbp.run("maintain").exit()).isIn(0, 3);

    Path commits = sbp.node().resolve("runtime/operational/commits.jsonl");
    assertThat(Files.readAllLines(commits))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).startsWith("{\"time\":\""));

    Path installed = sbp.node().resolve("runtime/plugins/store-audited.jar");
    Files.write(installed, new byte[] {0}, StandardOpenOption.APPEND);
    InstalledProgram.Ran refused = sbp.run("maintain");
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).contains("changed", "sbp plugin install " + installed);
    assertThat(sbp.run("status").exit()).isZero();
    assertThat(sbp.run("doctor").out()).contains("store-audited (node) is changed");
    assertThat(sbp.run("plugin", "list").out()).contains("changed");
  }

  private Path draft() throws Exception {
    return Files.writeString(folder.resolve("fog.md"), "# On fog\n\nIt lifts.\n");
  }
}
