package org.sovereignbook.sbp.plugins.demo.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Resources;

class ScriptedDemoTest {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> eachCommandOfADemoDoesWhatItShows() {
    return Stream.of(new MemoryDemo(), new ChatDemo())
        .map(demo -> DynamicTest.dynamicTest(demo.getClass().getSimpleName(), () -> play(demo)));
  }

  private void play(ScriptedDemo demo) throws Exception {
    CliTest cli = CliTest.in(folder);
    List<String> lines = new ArrayList<>();

    ScriptedDemo.Shown shown =
        demo.play(
            words -> {
              CliTest.Ran ran = cli.run(words);
              return new Children.Ended(
                  String.join(" ", words), ran.exit().number(), ran.out() + ran.err());
            },
            Node::at,
            folder.resolve(demo.getClass().getSimpleName()),
            Map.of(),
            lines::add);

    assertThat(shown.problems()).as(String.join("\n", lines)).isEmpty();
    assertThat(shown.steps()).hasSizeGreaterThan(9);
    assertThat(lines).as("a minute's reading").hasSizeLessThan(90);
  }

  @Test
  void aCommandTakesTheLastWordOfTheOneBeforeAndItsProgressIsLeftOut() throws Exception {
    List<String> lines = new ArrayList<>();
    ScriptedDemo demo = new ChatDemo();

    ScriptedDemo.Shown shown =
        demo.play(
            words -> {
              return new Children.Ended("", 0, "tries one of 45\nthe fence\nits branch is f00");
            },
            home -> {
              CliTest.Ran _ = CliTest.in(folder).run("init", home.toString(), "--local");
              return Node.at(home);
            },
            folder.resolve("chat"),
            Map.of("open?", "still open?"),
            lines::add);

    assertThat(shown.steps())
        .extracting(ScriptedDemo.Done::command)
        .contains("sbp chat f00 'which tasks are still open?'");
    assertThat(lines).contains("  the fence").noneMatch(line -> line.contains("tries one"));
  }

  @Test
  void aChatIsSeenAsOneAndEndsWithoutJson() throws Exception {
    List<String> script =
        DemoScript.lines(Resources.text(ChatDemo.class, "chat.txt")).stream()
            .flatMap(line -> line instanceof DemoScript.Call call ? Stream.of(call.text()) : null)
            .toList();
    assertThat(script)
        .anyMatch(text -> text.startsWith("chat 'which"))
        .noneMatch(text -> text.startsWith("session show"));
  }
}
