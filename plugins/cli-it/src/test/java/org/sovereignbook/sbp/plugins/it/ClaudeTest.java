package org.sovereignbook.sbp.plugins.it;

class ClaudeTest extends RealCliTests {
  ClaudeTest() {
    super(new ClaudeUnderTest(false));
  }
}
