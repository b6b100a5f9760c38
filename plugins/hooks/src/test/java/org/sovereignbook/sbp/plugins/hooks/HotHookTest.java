package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;

/** A hook that a plugin brings, which knows of the program nothing but the extension point. */
class HotHookTest {
  private static final String SOURCE =
      """
      package com.example;

      import org.sovereignbook.sbp.society.hooks.HotHook;
      import org.sovereignbook.sbp.base.json.JsonObject;

      @org.pf4j.Extension
      public final class Extension implements HotHook {
        @Override
        public String name() {
          return "quick";
        }

        @Override
        public JsonObject answer(JsonObject input) {
          String kind = input.object("event").orElseThrow().string("kind").orElseThrow();
          return JsonObject.builder()
              .put("fire", true)
              .put("context", JsonObject.builder().put("prompt", "seen: " + kind).build())
              .build();
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void aPluginsHookIsDeclaredAcceptedAndAskedLikeAScript() throws Exception {
    Path home = Files.createDirectories(folder.resolve("node"));
    CliTest sbp = CliTest.in(home).with("XDG_DATA_HOME", folder.resolve("data").toString());
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    Path jar =
        TestPlugin.of(
                "hook",
                "quick",
                SOURCE
                    .replace("@Extension", "@org.pf4j.Extension")
                    .replace("import org.pf4j.Extension;\n", ""))
            .writeTo(folder.resolve("quick.jar"));
    assertThat(sbp.run("plugin", "install", jar.toString()).exit()).isEqualTo(ExitCode.DONE);
    Path hooks = Files.createDirectories(home.resolve("runtime/hooks"));
    Files.writeString(
        hooks.resolve("swift.hook.yaml"),
        "plugin: quick\ntriggers: {event: {types: task.created}}\ntools: [mail_send]\n");
    assertThat(sbp.run("hook", "accept", "swift").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("task", "add", "look").exit()).isEqualTo(ExitCode.DONE);
    String events = sbp.run("event", "list", "--kind", "task.created", "--json").out();
    String id = events.replaceAll("(?s).*\"id\":\\s*\"(task:[^\"]+)\".*", "$1");
    assertThat(sbp.run("hook", "test", id, "--run", "swift", "--json").out())
        .contains("\"fits\": true")
        .contains("seen: task.created");
  }
}
