package org.sovereignbook.sbp.plugins.it;

/** An older Claude Code that lacks {@code --restricted}: the fence without it. */
class OlderClaudeTest extends FenceTests {
  OlderClaudeTest() {
    super(new ClaudeUnderTest(true));
  }
}
