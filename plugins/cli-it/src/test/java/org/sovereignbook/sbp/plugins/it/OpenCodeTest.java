package org.sovereignbook.sbp.plugins.it;

/** OpenCode, as published. */
class OpenCodeTest extends RealCliTests {
  OpenCodeTest() {
    super(new OpenCodeUnderTest());
  }
}
