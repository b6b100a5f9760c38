package org.sovereignbook.sbp.model.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.ChatMessage.Assistant;
import org.sovereignbook.sbp.model.chat.ChatMessage.ToolResult;
import org.sovereignbook.sbp.model.chat.ChatMessage.User;

class MessagePairsTest {
  private static final User ASKED = new User("what waits?");

  @Test
  void callsAndTheirResultsInAnyOrderAreAConversation() {
    assertThat(problem(ASKED)).isEmpty();
    assertThat(problem(ASKED, said("three"), ASKED)).isEmpty();
    assertThat(problem(ASKED, calling("a", "b"), result("b"), result("a"))).isEmpty();
    assertThat(problem(ASKED, calling("a"), result("a"), calling("b"), result("b"), ASKED))
        .isEmpty();
  }

  @Test
  void anOpenCallIsRefusedWhateverFollows() {
    assertThat(problem(ASKED, calling("a"))).isEqualTo("no result for the calls [a]");
    assertThat(problem(ASKED, calling("a"), ASKED))
        .isEqualTo("message 3: no result for the calls [a]");
    assertThat(problem(ASKED, calling("a", "b"), result("a"), calling("c"), result("c")))
        .isEqualTo("message 4: no result for the calls [b]");
  }

  @Test
  void aResultWithoutItsCallIsRefused() {
    assertThat(problem(ASKED, result("a")))
        .isEqualTo("message 2: a result for a, which is not an open call");
    assertThat(problem(ASKED, calling("a"), result("a"), result("a")))
        .startsWith("message 4: a result for a");
  }

  @Test
  void anIdIsUsedOnce() {
    assertThat(problem(ASKED, calling("a", "a"), result("a"))).contains("the id a is used twice");
    assertThat(problem(ASKED, calling("a"), result("a"), calling("a"), result("a")))
        .isEqualTo("message 4: the id a is used twice");
  }

  @Test
  void emptyMessagesOfTheAssistantAndWrongEndsAreRefused() {
    assertThat(problem()).isEqualTo("there is no message");
    assertThat(problem(said("hello"), ASKED)).isEqualTo("the first message is not a user's");
    assertThat(problem(ASKED, said(" "), ASKED)).contains("without text and calls");
    assertThat(problem(ASKED, said("three"))).isEqualTo("the last message is the assistant's own");
  }

  private static String problem(ChatMessage... messages) {
    return MessagePairs.problem(List.of(messages)).orElse("");
  }

  private static Assistant said(String text) {
    return new Assistant(text, List.of());
  }

  private static Assistant calling(String... ids) {
    return new Assistant(
        "", List.of(ids).stream().map(id -> new ChatCall(id, "t", JsonObject.empty())).toList());
  }

  private static ToolResult result(String id) {
    return new ToolResult(id, "done", false);
  }
}
