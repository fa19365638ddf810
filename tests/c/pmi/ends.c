/* The last rank ends the job; the others wait for it. */
#include "check.h"

int main(void)
{
    begin();
    if (me == ranks - 1) PMI_Abort(7, "no tea left");
    PMI_Barrier();
    return 0;
}
