from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response


class Pages(PageNumberPagination):
    """`{"results": […], "next": url|null, "count": n}`"""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_paginated_response(self, data):
        return Response({"results": data, "next": self.get_next_link(), "count": self.page.paginator.count})

    def get_paginated_response_schema(self, schema):
        return {
            "type": "object",
            "required": ["results", "next", "count"],
            "properties": {
                "results": schema,
                "next": {"type": "string", "format": "uri", "nullable": True},
                "count": {"type": "integer"},
            },
        }
