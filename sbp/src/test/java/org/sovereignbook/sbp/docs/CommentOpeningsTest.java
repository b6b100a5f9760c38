package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommentOpeningsTest {
  /** Number of such comments left. It may only fall: lower it with every comment rewritten. */
  private static final int LEFT = 0;

  @Test
  void docCommentsThatOpenWithAClauseOnlyBecomeFewer() throws IOException {
    List<String> found = CommentOpenings.in(Page.root());
    assertThat(found.size())
        .as(
            "%d doc comments open with What, Who, Whoever, Whom, Whose, Those, Of, That which or"
                + " The same. If there are more than LEFT, rewrite the new ones: a type's comment"
                + " is a noun phrase, a method's begins with a verb. If there are fewer, set LEFT"
                + " = %d in CommentOpeningsTest. All of them:%n%s",
            found.size(), found.size(), String.join(System.lineSeparator(), found))
        .isEqualTo(LEFT);
  }

  @Test
  void aCommentThatOpensWithAClauseIsFound() {
    assertThat(
            CommentOpenings.inText(
                """
                /** What is left. */
                int left();

                /**
                 * Those of whoever has none.
                 *
                 * @param which of them
                 */
                int none(int which);

                  /** The same, later. */
                """))
        .containsExactly("What is left. */", "Those of whoever has none.", "The same, later. */");
  }

  @Test
  void otherCommentsAreNotCounted() {
    assertThat(
            CommentOpenings.inText(
                """
                /** Returns what is left. */
                /* What is left. */
                // Those of whoever has none.
                /** Offset of the line. */
                /** Whether it is open. */
                /** The sameness of two trees. */
                """))
        .isEmpty();
  }
}
