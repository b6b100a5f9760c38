package org.sovereignbook.sbp.model.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Finding the one answer of a model. {@code src/test/resources/answers} is a corpus of shapes from
 * public reports: the first line of a file says whether it is an answer, and where it was reported.
 */
class LlmAnswerTest {
  private static final Path CORPUS = Path.of("src/test/resources/answers");

  record Decision(String inboxId, String action, Optional<String> reason) {}

  record Decisions(List<Decision> decisions) {}

  @TestFactory
  Stream<DynamicTest> everyReportedShapeIsReadOrRefused() throws IOException {
    try (Stream<Path> files = Files.list(CORPUS)) {
      return files
          .sorted()
          .map(
              file ->
                  DynamicTest.dynamicTest(file.getFileName().toString(), () -> isAsItSays(file)))
          .toList()
          .stream();
    }
  }

  private static void isAsItSays(Path file) throws IOException, LlmException {
    String[] parts = Files.readString(file).split("\n", 2);
    LlmAnswer answer = answer(parts[1]);
    if (parts[0].startsWith("accept ")) {
      assertThat(answer.shaped(Decisions.class, "the answer").decisions())
          .extracting(Decision::action)
          .containsExactly("ignore");
    } else {
      assertThatThrownBy(() -> answer.shaped(Decisions.class, "the answer"))
          .isInstanceOfSatisfying(
              LlmException.class, e -> assertThat(e.kind()).isEqualTo(LlmException.Kind.ANSWER));
    }
  }

  @Test
  void theErrorIsAboutTheLastObjectAndNotAboutAnOlderOne() {
    LlmAnswer answer = answer("{\"a\": 1}\nand then {\"decisions\": [], \"more\": true}");
    assertThatThrownBy(() -> answer.shaped(Decisions.class, "the answer"))
        .hasMessageContaining("more");
  }

  @Test
  void aListIsTheLastOneWhoseElementsAllFit() throws LlmException {
    LlmAnswer answer = answer("[{\"title\": \"a\"}, {\"title\": \"b\"}] Sources: [{\"url\": 1}]");
    assertThat(answer.list("pieces", LlmAnswerTest::title)).containsExactly("a", "b");
    assertThat(answer("").list("pieces", LlmAnswerTest::title)).isEmpty();
    assertThat(answer("Nothing to say.\n[]\n").list("pieces", LlmAnswerTest::title)).isEmpty();
  }

  @Test
  void anElementOfAListThatIsCutOffIsNotAnAnswer() {
    LlmAnswer answer = answer("{\"pieces\":[\n{\"title\": \"a\"},\n{\"title\": \"b");
    assertThatThrownBy(() -> answer.list("pieces", LlmAnswerTest::title))
        .isInstanceOf(LlmException.class);
  }

  @Test
  void proseLosesTheReasoningBeforeIt() throws LlmException {
    assertThat(answer("<think>hm</think>Hello").text()).isEqualTo("Hello");
    assertThat(answer("hm\n</think>\n\nHello").text().strip()).isEqualTo("Hello");
    assertThat(answer("<think>hm").text()).isEmpty();
    assertThat(answer("The tag </think> ends it.").text()).isEqualTo("The tag </think> ends it.");
  }

  @Test
  void hostileTextIsReadInLinearTime() {
    for (String part :
        List.of("{\"", "```\n{\"", "<think>", "[{", "{\"a\":{", "[/THINK]", "/*{\"")) {
      assertThatThrownBy(() -> answer(part.repeat(400_000)).object())
          .isInstanceOf(LlmException.class);
    }
  }

  private static String title(JsonObject json) throws LlmException {
    return json.string("title").orElseThrow(() -> LlmException.answer("there is no title"));
  }

  private static LlmAnswer answer(String text) {
    return new LlmAnswer(text, "");
  }
}
