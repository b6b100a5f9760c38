package org.sovereignbook.sbp.plugins.it;

/** Claude Code, as published. */
class ClaudeTest extends RealCliTests {
  ClaudeTest() {
    super(new ClaudeUnderTest(false));
  }
}
